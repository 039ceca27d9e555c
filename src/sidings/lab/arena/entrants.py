"""The bots that take part in a tournament."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from sidings.bots import ProgramBot, bot
from sidings.lab.arena.clairvoyant import NAME as CLAIRVOYANT
from sidings.lab.arena.clairvoyant import clairvoyant
from sidings.lab.arena.match import Player


@dataclass
class Entrants:
    """The bots by name, in the order given; a name may be given several times."""

    names: list[str] = field(default_factory=list)
    known: dict[str, str | Player] = field(default_factory=dict)
    programs: dict[tuple[str, int], ProgramBot] = field(default_factory=dict)

    @property
    def are_names(self) -> bool:
        return all(isinstance(entrant, str) for entrant in self.known.values())

    def seat(self, name: str, copy: int, seed: int, time_limit: float) -> Player:
        """A bot for one game; a program goes on running from game to game."""
        entrant = self.known[name]
        if not isinstance(entrant, str):
            return entrant
        kind, _, rest = entrant.partition(":")
        if kind == CLAIRVOYANT:
            return clairvoyant(rest, seed)
        if kind != "program":
            return bot(entrant, seed)
        if (name, copy) not in self.programs:
            seconds = {} if math.isinf(time_limit) else {"seconds": time_limit}
            self.programs[name, copy] = ProgramBot(rest, **seconds)
        return self.programs[name, copy]

    def close(self) -> None:
        for program in self.programs.values():
            program.close()
        self.programs.clear()


def name_entrants(bots: Sequence[str | Player]) -> Entrants:
    """The bots by name; equal names of different objects are numbered."""
    entrants = Entrants()
    for one in bots:
        name = one if isinstance(one, str) else str(getattr(one, "name", type(one).__name__))
        first, number = name, 1
        while not isinstance(one, str) and entrants.known.get(name, one) is not one:
            number += 1
            name = f"{first} {number}"
        entrants.names.append(name)
        entrants.known[name] = one
    for name, entrant in entrants.known.items():
        if isinstance(entrant, str):
            entrants.seat(name, 0, 0, math.inf)  # raises what is wrong with it
    entrants.close()
    return entrants
