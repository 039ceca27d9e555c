"""Finds a bot by its name."""

import secrets
from collections.abc import Callable
from typing import Any

from sidings.bots.contract import Bot, RandomBot
from sidings.bots.levels import CHARACTERS, LEVELS, LevelBot, characters_of, level_of
from sidings.bots.program import ProgramBot
from sidings.bots.search import MOST
from sidings.errors import BadOption, shown
from sidings.games.contract import Game
from sidings.games.parts import Level

SEED_BITS = 48


def bots(game: Game[Any] | None = None) -> list[str]:
    """The names of the bots that sit down at a table, weakest first, then a game's characters.

    >>> import sidings
    >>> bots()
    ['random', 'novice', 'casual', 'club', 'expert', 'master', 'grandmaster']
    >>> bots(sidings.game("game-of-trains"))[7:]
    ['blocker', 'saver', 'gambler']
    """
    return ["random", *LEVELS, *(() if game is None else characters_of(game))]


def bot(spec: str, seed: int | None = None, game: Game[Any] | None = None) -> Bot:
    """The bot of that name; with a seed it plays the same game again.

    A character that the game does not have is refused: at once if the game is given, otherwise at
    the first decision. Beside ``bots(game)`` there are ``thumb`` (the rule of thumb without an
    error), ``thumb:depth=1,blur=20``, ``search:playouts=200,depth=0,slips=10`` or
    ``search:ms=50``, ``net`` (the learned network), ``net:blur=40``,
    ``net:looks=40`` (it glances at so many worlds), ``net:playouts=300,turns=1,candidates=4`` (a
    search with it), and ``program:COMMAND``, a program spoken to over stdin and stdout.

    >>> import sidings
    >>> from sidings.bots import observe
    >>> table = sidings.deal("game-of-trains", seed=7)
    >>> bot("random", seed=1).choose(observe(table)) in table.moves()
    True
    """
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    kind, _, rest = spec.partition(":")
    if spec == "random":
        return RandomBot(seed)
    if spec in LEVELS or spec in CHARACTERS:
        if game is not None:
            level_of(game, spec)  # raises what is wrong with it
        return LevelBot(lambda game: level_of(game, spec), seed)
    if kind == "program":
        return ProgramBot(rest)
    if kind in _SETTINGS:
        level = read_level(kind, rest)
        return LevelBot(lambda game: level, seed)
    known = ", ".join([*bots(), *CHARACTERS])
    raise BadOption(f"there is no bot {shown(spec)}; there are {known}")


_SETTINGS: dict[str, dict[str, Callable[[str], float]]] = {
    "thumb": {"depth": int, "blur": int},
    "search": {"ms": float, "playouts": int, "depth": int, "slips": int, "candidates": int},
    "net": {
        "blur": int,
        "looks": int,
        "ms": float,
        "playouts": int,
        "turns": int,
        "candidates": int,
        "shortlist": int,
        "crowd": int,
        "crowd_turns": int,
        "depth": int,
    },
}
_LEAST = {"depth": -1, "turns": 1}  # random playouts; of all others the least is 0


def read_level(kind: str, text: str) -> Level:
    """A level from ``name=value,name=value``, for a ``thumb``, a ``search`` or a ``net``."""
    known = _SETTINGS[kind]
    settings: dict[str, float] = {"depth": 0 if kind == "search" else 2, "net": kind == "net"}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        try:
            settings[name] = known[name](value)
        except (KeyError, ValueError):
            offered = ", ".join(f"{name}=NUMBER" for name in known)
            raise BadOption(f"{kind} takes {offered}, not {shown(part)}") from None
        if not _LEAST.get(name, 0) <= settings[name] <= MOST:  # nan is not
            raise BadOption(f"{name} is not a possible number: {shown(part)}")
    if kind == "search" and not (settings.get("ms", 0) > 0 or settings.get("playouts", 0) > 0):
        raise BadOption("search needs a budget, such as search:ms=50 or search:playouts=200")
    level = Level(**settings)  # type: ignore[arg-type]  # each was read as its field wants it
    if sum(map(bool, (level.blur, level.looks, level.searches))) > 1:
        raise BadOption(f"{kind} takes only one of blur, looks, and ms or playouts")
    return level
