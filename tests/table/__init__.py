"""The table layer, tested with a game of its own."""
