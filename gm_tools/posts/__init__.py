"""Posts: saved pages and exports of many forums as one normalised thread, and the orders that stand in them."""
