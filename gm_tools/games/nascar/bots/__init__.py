"""What thinks about a race: the search through the ends of a turn, what they are worth, bots, plans and what simulations count."""
