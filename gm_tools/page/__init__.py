"""The page that `gm publish` writes.

It is a table to look at, and a box to try orders in, with the engine running in the browser.
"""
