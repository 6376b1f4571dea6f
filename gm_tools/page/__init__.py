"""The page that `gm publish` writes: a table to look at, and a box to try orders in.

The engine that checks the orders runs in the browser.
"""
