"""A game in play: the table, its record as text, and the key of its deal."""
