"""The command `gm`: parses what was typed, calls one function, prints, exits."""

import gc

# What a command imports lives as long as it does: looking through it for garbage again and again is a tenth of its
# time.
gc.set_threshold(100_000)
