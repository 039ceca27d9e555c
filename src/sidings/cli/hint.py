"""``sidings hint``: what to play in a position as one seat sees it."""

import json
import sys
from pathlib import Path

from rich.console import Console

from sidings.errors import BadPosition
from sidings.games.contract import Deck
from sidings.play.observation import Observation, observe
from sidings.play.record import replay

STANDARD_INPUT = Path("-")
RECORD = ".train"


def show_hint(source: Path, seconds: float, deck: Deck | None) -> None:
    """Print the table as it was read, and what each move is worth."""
    observation = read_observation(source, deck)
    console = Console()
    console.print(observation)
    console.print(observation.advise(ms=1000 * seconds))


def read_observation(source: Path, deck: Deck | None = None) -> Observation:
    """What the seat in turn sees, from a file with a position or a record."""
    if source.suffix == RECORD:
        return observe(replay(source))
    try:
        text = sys.stdin.read() if source == STANDARD_INPUT else source.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadPosition("position", f"cannot be read: {error}") from None
    try:
        position = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition("position", f"is not JSON: {error}") from None
    return observe(position, deck)
