"""What every game stands on: problems, events, draws, boards as text, order grammars, the game record."""
