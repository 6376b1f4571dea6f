"""Whole games by bots, many of them: played in parallel, counted, and judged for whoever designs boards and rules."""
