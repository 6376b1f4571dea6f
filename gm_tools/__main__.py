"""`python -m gm_tools` is `gm`."""

from gm_tools.cli.start import main

if __name__ == "__main__":
    main()
