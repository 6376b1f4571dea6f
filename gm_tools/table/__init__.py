"""A table on disk: one game being played, a folder that a game master can read, edit and trust.

`store` opens and begins tables, `hand` takes orders, `resolve` carries out a turn, `mend` takes back and amends,
`trust` verifies and reveals, `snapshot` gives players their copy. Nothing here knows a game by name.
"""
