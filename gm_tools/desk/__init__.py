"""The desk: what a game master does in an evening, in a browser on his own machine.

Pages are made from the same reports as the commands' output. Whatever changes a table is a `gm` command, run as a shell
would run it (`commands`), and shown beside its button: there is nothing that only the desk can do, and shell and desk
can be used on one table in turn. `guard` keeps everybody else out.
"""
