"""The arena: matches and tournaments between bots."""

from sidings.lab.arena.contest import arena, line_ups
from sidings.lab.arena.match import duel, play_game

__all__ = ["arena", "duel", "line_ups", "play_game"]
