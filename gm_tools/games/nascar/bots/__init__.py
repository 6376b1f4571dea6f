"""The players of this game that are programs: plans, bots, the search and the evaluation they choose by, statistics."""
