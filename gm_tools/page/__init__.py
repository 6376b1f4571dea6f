"""The page that `gm publish` writes: a table to look at, and a box to try orders in, the engine running in the browser."""
