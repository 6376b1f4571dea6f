"""The command `gm`: parses what was typed, calls one function, prints, exits."""
