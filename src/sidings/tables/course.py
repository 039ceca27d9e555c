"""The moves of a game that one person plays against bots, kept so that all can be taken back.

A few bytes per move: positions and texts are worked out again when they are needed.
"""

from array import array

from sidings.tables.entries import Mover

MOVERS: tuple[Mover, ...] = ("person", "bot", "stand-in")


class Course:
    __slots__ = ("actions", "movers", "seats", "versions")

    def __init__(self) -> None:
        self.actions = array("i")
        self.versions = array("i")
        self.seats = bytearray()
        self.movers = bytearray()  # indices of MOVERS

    def add(self, version: int, seat: int, by: Mover, action: int) -> None:
        self.actions.append(action)
        self.versions.append(version)
        self.seats.append(seat)
        self.movers.append(MOVERS.index(by))

    def last_of(self, seat: int) -> int | None:
        """The index of the last move that the person in a seat made themselves."""
        for index in range(len(self.actions) - 1, -1, -1):
            if self.seats[index] == seat and self.movers[index] == 0:
                return index
        return None

    def cut(self, length: int) -> None:
        """Forget all moves but the first so many."""
        for column in (self.actions, self.versions, self.seats, self.movers):
            del column[length:]

    def copy(self) -> "Course":
        twin = Course()
        twin.actions, twin.versions = self.actions[:], self.versions[:]
        twin.seats, twin.movers = self.seats[:], self.movers[:]
        return twin
