"""Every error that a person can cause. Each says what was wrong and what would be right."""

import unicodedata
from collections.abc import Mapping, Sequence


class SidingsError(ValueError):
    """The base of all of them; nothing has been changed when one is raised."""


class UnknownGame(SidingsError):
    """There is no game of that name."""


class BadOption(SidingsError):
    """An option, a number of players, a seat or a seed that the game does not have."""


class IllegalMove(SidingsError):
    """The rules forbid the move; ``rule`` is the number of the rule that does."""

    def __init__(
        self,
        move: str,
        rule: str,
        reason: str,
        nearest: Sequence[str] = (),
        code: str = "",
        parameters: Mapping[str, int | str] | None = None,
    ) -> None:
        self.move = move
        self.rule = rule
        self.reason = reason
        self.nearest = list(nearest)
        self.code = code  # what is wrong, for programs that say it in words of their own
        self.parameters = dict(parameters or {})
        hint = f" (nearest legal: {', '.join(self.nearest)})" if self.nearest else ""
        super().__init__(f"{rule + ': ' if rule else ''}{reason}: {move!r}{hint}")


class UnknownMove(IllegalMove):
    """The text is not a move of the game at all."""

    def __init__(self, move: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(move, "", "this is not a move of the game", nearest, "unknown")


class BadPosition(SidingsError):
    """A position that cannot be; ``key`` names the part of it that is wrong."""

    def __init__(self, key: str, reason: str) -> None:
        self.key = key
        self.reason = reason
        super().__init__(f"{key}: {reason}")


class BadRecord(SidingsError):
    """A record that does not replay; ``line`` is the first that is wrong, 0 for the whole."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}" if line else reason)


class BadDeck(SidingsError):
    """A deck file that the game cannot be played with; ``line`` is 0 for the file as a whole."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        self.source = source
        self.line = line
        self.reason = reason
        place = f"{shortened(source, 200)}{f', line {line}' if line else ''}"
        super().__init__(f"{place}: {shortened(reason, 500)}")


def shown(value: object) -> str:
    """A value for an error message, cut short: it may be hostile."""
    try:
        text = repr(value) if not isinstance(value, int) or abs(value) < 10**18 else "a huge number"
    except RecursionError:
        text = "something nested very deeply"
    except Exception:  # a number too long to be written, or whatever an object of theirs raises
        text = f"something of type {type(value).__name__}"
    return shortened(text)


def shortened(text: str, most: int = 60) -> str:
    """At most so many characters of a text."""
    return text if len(text) <= most else text[: most - 3] + "..."


def printable(text: str) -> str:
    """Text from elsewhere for a terminal, which would obey its control characters."""
    hostile = ("Cc", "Cs")  # control characters, and halves of characters that cannot be printed
    return "".join("\ufffd" if unicodedata.category(ch) in hostile else ch for ch in text)
