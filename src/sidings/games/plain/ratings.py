"""Nobody has measured how much players of a game without ratings err."""

RATINGS: dict[str, float] = {}
