"""What notices say, in each language of the page."""

from collections.abc import Sequence
from typing import Literal

Occasion = Literal["turn", "reminder", "test"]

_TEXTS: dict[str, dict[Occasion, str]] = {
    "en": {
        "turn": "{name}, it is your turn: {game} with {others}",
        "reminder": "{name}, it is still your turn: {game} with {others}",
        "test": "{name}, you will be told here when it is your turn.",
    },
    "fr": {
        "turn": "{name}, c’est à vous de jouer\u202f: {game} avec {others}",
        "reminder": "{name}, c’est toujours à vous de jouer\u202f: {game} avec {others}",
        "test": "{name}, vous recevrez un message ici quand ce sera à vous de jouer.",
    },
    "pl": {
        "turn": "{name}, twoja kolej: {game} ({others})",
        "reminder": "{name}, to wciąż twoja kolej: {game} ({others})",
        "test": "{name}, tutaj dostaniesz wiadomość, gdy przyjdzie twoja kolej.",
    },
}
_AND = {"en": " and ", "fr": " et ", "pl": " i "}


def word(occasion: Occasion, language: str, name: str, game: str, others: Sequence[str]) -> str:
    """The text of a notice."""
    listed = _AND[language].join(filter(None, [", ".join(others[:-1]), *others[-1:]]))
    return _TEXTS[language][occasion].format(name=name, game=game, others=listed)
