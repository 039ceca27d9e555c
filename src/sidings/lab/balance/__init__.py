"""Balance reports: what a game's rules and its deck do to those who play it."""
