"""The table itself: entries in, state out; commands in, entries out."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from sys import intern
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from sidings.errors import IllegalMove
from sidings.kernel.play import apply_at, deal_at, outcome_at
from sidings.kernel.record import Array
from sidings.play.keys import key_words
from sidings.tables import commands as c
from sidings.tables import entries as e
from sidings.tables.commands import Command
from sidings.tables.entries import Entry
from sidings.tables.fair import hash_of_key, invitation, mix, same, seat_token
from sidings.tables.header import Header
from sidings.tables.kit import Kit
from sidings.tables.reveal import SURE

HISTORY = 20  # moves that are kept at hand; the log has them all
UNDO = 8
Mover = Literal["person", "bot", "stand-in"]
LEAST_TIME_BACK = 10_000  # ms for a player who comes back to a clock that has run out


class Refused(Exception):
    """A command that the table does not follow. Nothing has been changed."""

    def __init__(
        self, code: str, message: str, rule: str = "", nearest: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.nearest = list(nearest)


@dataclass(frozen=True, slots=True)
class Person:
    """Who gives a command."""

    id: str
    name: str


class Seat(msgspec.Struct, omit_defaults=True):
    kind: Literal["free", "person", "bot"] = "free"
    name: str = ""
    level: str = ""
    away: bool = False
    person: str = ""


class Made(NamedTuple):
    """A move of the history."""

    version: int
    seat: int
    move: str
    by: str


class Ending(msgspec.Struct, frozen=True):
    """How it ended: by the rules, or because somebody gave up, ran out of time or all left."""

    how: Literal["finished", "resigned", "time", "gone", "abandoned", "closed"]
    ranking: list[int]  # place of each seat; empty without a result
    scores: list[int] | None = None
    seat: int | None = None  # whose doing it was


class _Undo(NamedTuple):
    before: bytes
    action: int
    seat: int


class LiveTable:
    """A table at one version. ``secret`` and ``links`` never leave it before the end."""

    __slots__ = (
        "_allowed", "_offered", "_read", "_undo", "commitment", "ending", "header", "held",
        "history", "kit", "links", "position_version", "raw", "remaining", "rematch", "seats",
        "secret", "since", "states", "status", "turn", "version", "wishes", "words",
    )  # fmt: skip

    def __init__(self, header: Header, secret: bytes, links: bytes, kit: Kit) -> None:
        self.header = header
        self.secret = secret
        self.links = links
        self.kit = kit
        self.version = 0
        self.position_version = 0  # of the last entry that changed the position
        self.status: Literal["open", "playing", "over"] = "open"
        self.seats = [Seat() for _ in range(header.players)]
        self.words: dict[int, str] = {}
        self.held: dict[str, int] = {}  # who has seen which hand
        self.commitment = ""
        self.turn = 0
        self.ending: Ending | None = None
        self.rematch = ""
        self.wishes: set[int] = set()
        self.history: deque[Made] = deque(maxlen=HISTORY)
        self.states: Array | None = None
        self.raw: Array | None = None
        self.since = 0
        self.remaining = [header.rules.clock.seconds * 1000] * header.players
        self._undo: list[_Undo] = []
        self._allowed: bool | None = None  # may the last move be taken back? None: not yet asked
        self._offered: dict[str, int] | None = None  # the moves of this position, when told
        self._read: tuple[int, str, int] | None = None

    # --- Reading

    def seat_of(self, person: str) -> int:
        """The seat of a person, 0 if he has none."""
        for number, seat in enumerate(self.seats, start=1):
            if seat.person == person and person:
                return number
        return 0

    def key(self) -> bytes:
        return mix(self.secret, self.words)

    def may_watch(self, person: str, token: str | None) -> bool:
        return (
            self.header.rules.listed
            or person == self.header.host
            or self.seat_of(person) > 0
            or person in self.held
            or self._invited(token)
        )

    def _invited(self, token: str | None) -> bool:
        if same(token, invitation(self.links)):
            return True
        return any(
            same(token, seat_token(self.links, number, seat.person or None))
            for number, seat in enumerate(self.seats, start=1)
        )

    def can_take_back(self, seat: int, *, sure: bool = False) -> bool:
        """His own last move, nobody has acted since, and it told nobody anything.

        What is offered is looked at in some worlds; what is granted (``sure``), in many.
        """
        if not self._undo or self._undo[-1].seat != seat or self.status != "playing":
            return False
        if not self.header.rules.takebacks:
            return False
        if self._allowed is None:
            last = self._undo[-1]
            self._allowed = not self.kit.revealed(last.before, seat, last.action)
        if self._allowed and sure:
            last = self._undo[-1]
            self._allowed = not self.kit.revealed(last.before, seat, last.action, SURE)
        return self._allowed

    def offer(self) -> dict[str, int]:
        """The moves of the seat in turn, which ``kit`` has just looked at, with their actions."""
        self._offered = self.kit.moves_seen()
        return self._offered

    @property
    def mover(self) -> Literal["person", "bot", "stand-in", "nobody"]:
        """Who is to move now."""
        if self.status != "playing":
            return "nobody"
        seat = self.seats[self.turn - 1]
        if seat.kind == "bot":
            return "bot"
        if seat.kind == "person":
            return "stand-in" if seat.away else "person"
        return "nobody"

    @property
    def deadline(self) -> int | None:
        """When the time of the person in turn runs out, in ms since 1970."""
        clock = self.header.rules.clock
        if clock.kind == "none" or self.mover != "person":
            return None
        if clock.kind == "move":
            return self.since + clock.seconds * 1000
        return self.since + self.remaining[self.turn - 1]

    # --- Commands: each is checked here and answered by the entry it leads to

    def decide(
        self, command: Command, person: Person, now: int, levels: Collection[str] = ()
    ) -> Entry:
        """The entry that a command leads to, or Refused."""
        now = max(now, self.since)
        match command:
            case c.PlayMove():
                return self._play(command, person, now)
            case c.TakeSeat():
                return self._sit(command, person, now)
            case c.LeaveSeat():
                return self._leave(person, now)
            case c.FreeSeat():
                return self._free(command, person, now)
            case c.SeatBot():
                return self._put_bot(command, person, now, levels)
            case c.GiveWords():
                return self._contribute(command, person, now)
            case c.StartGame():
                return self._start(person, now)
            case c.TakeMoveBack():
                return self._take_back(command, person, now)
            case c.ResignGame():
                return e.Resign(seat=self._playing(person), at=now)
            case c.AbandonGame():
                return self._abandon(person, now)
            case c.ComeBack():
                return self._come_back(person, now)
            case c.PlayAgain():
                raise Refused("bad-command", "a rematch sets up a new table")

    def _play(self, command: c.PlayMove, person: Person, now: int) -> Entry:
        seat = self._playing(person)
        self._not_stale(command.version)
        if seat != self.turn:
            raise Refused("not-your-turn", f"it is seat {self.turn}'s turn")
        return self.move(command.move, seat, "person", now)

    def move(self, text: str, seat: int, by: Mover, now: int) -> e.Move:
        """The entry of a move of the seat in turn."""
        assert self.states is not None
        assert seat == self.turn
        action = self._offered.get(text) if self._offered else None
        if action is None:
            try:
                action, text = self.kit.read(self.states, seat, text)
            except IllegalMove as error:
                raise Refused("illegal", error.reason, error.rule, error.nearest) from None
        text = intern(text)
        self._read = (self.version, text, action)
        return e.Move(seat=seat, move=text, by=by, at=max(now, self.since))

    def _sit(self, command: c.TakeSeat, person: Person, now: int) -> Entry:
        if self.status == "over":
            raise Refused("over", "the game is over")
        seat = self._seat(command.seat)
        mine = self.seat_of(person.id)
        if mine:
            raise Refused("seated", f"you have seat {mine}; leave it first")
        before = self.held.get(person.id)
        if self.status == "playing" and before not in (None, command.seat):
            raise Refused("not-allowed", f"you have seen the hand of seat {before}")
        welcome = (
            before == command.seat
            or person.id == self.header.host
            or same(command.token, invitation(self.links))
        )
        token_of_seat = seat_token(self.links, command.seat, seat.person or None)
        if seat.kind == "person" and not same(command.token, token_of_seat):
            raise Refused("taken", f"{seat.name} has this seat")
        if seat.kind == "bot" and not welcome:
            raise Refused("not-allowed", "only with an invitation can you take a bot's place")
        if seat.kind == "free" and not (
            welcome or self.header.rules.listed or same(command.token, token_of_seat)
        ):
            raise Refused("not-allowed", "this table is private: open the link you were sent")
        return e.Sit(seat=command.seat, person=person.id, name=person.name, at=now)

    def _leave(self, person: Person, now: int) -> Entry:
        seat = self._seated(person)
        if self.status == "playing":
            match self.header.rules.absence:
                case "bot":
                    return e.PutBot(seat=seat, level=self.header.rules.stand_in, at=now)
                case "end":
                    return e.Resign(seat=seat, at=now)
        return e.Leave(seat=seat, at=now)

    def _free(self, command: c.FreeSeat, person: Person, now: int) -> Entry:
        seat = self._seat(command.seat)
        if person.id != self.header.host:
            raise Refused("not-allowed", "only the host can free a seat")
        if self.status != "open":
            raise Refused("not-allowed", "the game has begun")
        if seat.kind == "free":
            raise Refused("not-allowed", "the seat is free")
        return e.Leave(seat=command.seat, at=now)

    def _put_bot(
        self, command: c.SeatBot, person: Person, now: int, levels: Collection[str]
    ) -> Entry:
        seat = self._seat(command.seat)
        if command.level not in levels:
            raise Refused("bad-option", f"the bots are {', '.join(levels)}")
        if self.status == "over":
            raise Refused("over", "the game is over")
        mine = self.seat_of(person.id)
        host = person.id == self.header.host
        allowed = (
            mine == command.seat
            or (seat.kind == "free" and (mine > 0 or host))
            or (seat.kind == "bot" and host and self.status == "open")
        )
        if not allowed:
            raise Refused("not-allowed", "a bot can take a free seat, or your own place")
        return e.PutBot(seat=command.seat, level=command.level, at=now)

    def _contribute(self, command: c.GiveWords, person: Person, now: int) -> Entry:
        seat = self._seated(person)
        if self.status != "open":
            raise Refused("not-allowed", "the cards have been dealt")
        return e.Contribute(seat=seat, words=command.words, at=now)

    def _start(self, person: Person, now: int) -> Entry:
        if self.status != "open":
            raise Refused("not-allowed", "the game has begun")
        if person.id != self.header.host and not self.seat_of(person.id):
            raise Refused("not-seated", "only who sits at the table can start")
        free = [number for number, seat in enumerate(self.seats, 1) if seat.kind == "free"]
        if free:
            raise Refused("not-allowed", f"seat {free[0]} is free: wait, or put a bot there")
        return e.Start(commitment=hash_of_key(self.key()), at=now)

    def _take_back(self, command: c.TakeMoveBack, person: Person, now: int) -> Entry:
        seat = self._playing(person)
        self._not_stale(command.version)
        if not self.can_take_back(seat, sure=True):
            raise Refused(
                "not-allowed",
                "only your own last move can be taken back, while nobody has acted since and it "
                "revealed nothing",
            )
        return e.TakeBack(seat=seat, at=now)

    def _abandon(self, person: Person, now: int) -> Entry:
        if self.status == "open" and person.id == self.header.host:
            return e.Close(at=now)
        seat = self._playing(person)
        if seat in self.wishes:
            raise Refused("not-allowed", "the others have not agreed yet")
        return e.Abandon(seat=seat, at=now)

    def _come_back(self, person: Person, now: int) -> Entry:
        seat = self._playing(person)
        if not self.seats[seat - 1].away:
            raise Refused("not-allowed", "nobody moves for you")
        return e.Back(seat=seat, at=now)

    def check_rematch(self, person: Person) -> None:
        """Whether a rematch may be set up."""
        if self.status != "over":
            raise Refused("not-allowed", "the game is not over")
        if not self.seat_of(person.id) and person.id != self.header.host:
            raise Refused("not-seated", "only who sat at the table can ask for another game")

    def _seat(self, number: int) -> Seat:
        if number > len(self.seats):
            raise Refused("no-such-seat", f"the table has {len(self.seats)} seats")
        return self.seats[number - 1]

    def _seated(self, person: Person) -> int:
        seat = self.seat_of(person.id)
        if not seat:
            raise Refused("not-seated", "you have no seat at this table")
        if self.status == "over":
            raise Refused("over", "the game is over")
        return seat

    def _playing(self, person: Person) -> int:
        seat = self._seated(person)
        if self.status == "open":
            raise Refused("not-started", "the game has not begun")
        return seat

    def _not_stale(self, version: int) -> None:
        """What happened to the seats meanwhile does not matter to a move; the position does."""
        if not self.position_version <= version <= self.version:
            raise Refused("stale", f"the table is at version {self.version}, not {version}")

    # --- What happens without a command

    def overdue(self, now: int) -> Entry | None:
        """What the table's setting asks for when the time of the person in turn has run out."""
        deadline = self.deadline
        if deadline is None or now < deadline:
            return None
        return self._absent(now, "time")

    def gone(self, now: int) -> Entry | None:
        """What it asks for when the person in turn has not been there for the grace time."""
        if self.mover != "person" or self.header.rules.clock.by_correspondence:
            return None
        return self._absent(now, "gone")

    def _absent(self, now: int, why: Literal["time", "gone"]) -> Entry | None:
        now = max(now, self.since)
        match self.header.rules.absence:
            case "bot":
                return e.Away(seat=self.turn, why=why, at=now)
            case "end":
                return e.RunOut(seat=self.turn, why=why, at=now)
        return None

    # --- Entries: the only thing that changes a table

    def apply(self, entry: Entry) -> None:
        """Follow an entry that is in the log, and so was checked before."""
        self.version += 1
        if isinstance(entry, e.Move):
            self._apply_move(entry)
            return
        if not isinstance(entry, e.TakeBack | e.Back | e.Rematch | e.Rename):
            self._undo.clear()
        match entry:
            case e.Sit():
                self._apply_sit(entry)
            case e.Rename():
                self.seats[entry.seat - 1].name = entry.name
            case e.Leave():
                self.seats[entry.seat - 1] = Seat()
                self.words.pop(entry.seat, None) if self.status == "open" else None
                self._restart_move_clock(entry.at)
            case e.PutBot():
                self.seats[entry.seat - 1] = Seat("bot", level=intern(entry.level))
                self.words.pop(entry.seat, None) if self.status == "open" else None
                self._end_without_people()
            case e.Contribute():
                self.words[entry.seat] = entry.words
            case e.Start():
                self._apply_start(entry)
            case e.TakeBack():
                self._apply_take_back(entry)
            case e.Resign():
                self._apply_resign(entry)
            case e.Abandon():
                self.wishes.add(entry.seat)
                self._end_without_people()
            case e.Close():
                self._end(Ending("closed", []))
            case e.RunOut():
                self._end(Ending(entry.why, self._last(entry.seat), seat=entry.seat))
            case e.Away():
                self._spend_time(entry.seat, entry.at)
                self.seats[entry.seat - 1].away = True
            case e.Back():
                self._apply_back(entry)
            case e.Rematch():
                self.rematch = entry.table

    def _apply_sit(self, entry: e.Sit) -> None:
        self.seats[entry.seat - 1] = Seat("person", entry.name, person=entry.person)
        if self.status == "playing":
            self.held[entry.person] = entry.seat
            self._restart_move_clock(entry.at)

    def _apply_start(self, entry: e.Start) -> None:
        assert entry.commitment == hash_of_key(self.key()), "the log does not fit the secret"
        header = self.header
        states = self.kit.game.template(header.players, header.options)
        states[0].key[:] = key_words(self.key())
        deal_at(states, 0)
        self.states, self.raw = states, states.view(np.uint8)
        self.commitment = entry.commitment
        self.status = "playing"
        self.held = {
            seat.person: number for number, seat in enumerate(self.seats, 1) if seat.person
        }
        self.position_version = self.version
        self.since = entry.at
        self.turn = self.kit.turn(states)

    def _apply_move(self, entry: e.Move) -> None:
        states, raw = self.states, self.raw
        assert states is not None
        assert raw is not None
        if self._read is not None and self._read[:2] == (self.version - 1, entry.move):
            action = self._read[2]
        else:
            action, _ = self.kit.read(states, entry.seat, entry.move)
        self._read = self._offered = None
        if self._undo and self._undo[-1].seat != entry.seat:
            self._undo.clear()
        before = raw.tobytes()
        apply_at(states, 0, action)
        self.turn = self.kit.turn(states)
        self.position_version = self.version
        self.history.append(Made(self.version, entry.seat, intern(entry.move), entry.by))
        self._allowed = None
        if entry.by == "person":
            self._undo.append(_Undo(before, action, entry.seat))
            del self._undo[:-UNDO]
            self.seats[entry.seat - 1].away = False
        else:
            self._undo.clear()
        if self.header.rules.clock.kind != "none":
            self._spend_time(entry.seat, entry.at)
        self.since = entry.at
        if self.turn == 0:
            self._finish()

    def _apply_take_back(self, entry: e.TakeBack) -> None:
        assert self.raw is not None
        assert self.states is not None
        last = self._undo.pop()
        self.raw[:] = np.frombuffer(last.before, np.uint8)
        self.turn = self.kit.turn(self.states)
        self.position_version = self.version
        self.history.pop()
        self._allowed = self._offered = None
        self.since = entry.at

    def _apply_resign(self, entry: e.Resign) -> None:
        """With others left to play and a table that lets bots stand in, a bot takes the seat."""
        if self.header.rules.absence == "bot" and len(self.seats) > 2:
            level = intern(self.header.rules.stand_in)
            self.seats[entry.seat - 1] = Seat("bot", level=level)
            self._end_without_people()
        else:
            self._end(Ending("resigned", self._last(entry.seat), seat=entry.seat))

    def _apply_back(self, entry: e.Back) -> None:
        seat = self.seats[entry.seat - 1]
        seat.away = False
        least = LEAST_TIME_BACK + self.header.rules.clock.increment * 1000
        self.remaining[entry.seat - 1] = max(self.remaining[entry.seat - 1], least)
        self.since = max(self.since, entry.at) if self.turn == entry.seat else self.since

    def _restart_move_clock(self, at: int) -> None:
        if self.status == "playing":
            self.since = max(self.since, at)

    def _spend_time(self, seat: int, at: int) -> None:
        clock = self.header.rules.clock
        left = self.remaining[seat - 1] - (at - self.since)
        if self.turn != seat:
            left += clock.increment * 1000
        if clock.kind == "game":
            self.remaining[seat - 1] = max(0, left)
        self.since = at

    def _finish(self) -> None:
        n = len(self.seats)
        scores, places = np.zeros(n, np.int64), np.zeros(n, np.int64)
        outcome_at(self.states, 0, scores, places)  # type: ignore[arg-type]  # there is a state
        self._end(Ending("finished", places.tolist(), scores.tolist()))

    def _end_without_people(self) -> None:
        """All who are left want to stop; or nobody is left to play for."""
        people = {number for number, seat in enumerate(self.seats, 1) if seat.kind == "person"}
        if self.status == "playing" and people <= self.wishes:
            self._end(Ending("abandoned", []))

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        self.status = "over"
        self.turn = 0
        self._undo.clear()

    def _last(self, seat: int) -> list[int]:
        n = len(self.seats)
        return [n if number == seat else 1 for number in range(1, n + 1)]


def rebuild(
    header: Header, secret: bytes, links: bytes, kit: Kit, log: Iterable[Entry]
) -> LiveTable:
    """A table from its log."""
    table = LiveTable(header, secret, links, kit)
    for entry in log:
        table.apply(entry)
    return table


def moves_of(log: Iterable[Entry]) -> list[e.Move]:
    """The moves that stand: those taken back are gone."""
    moves: list[e.Move] = []
    for entry in log:
        if isinstance(entry, e.Move):
            moves.append(entry)
        elif isinstance(entry, e.TakeBack):
            moves.pop()
    return moves


def result_of(table: LiveTable) -> dict[str, Any] | None:
    """The ending as it is told."""
    return None if table.ending is None else msgspec.to_builtins(table.ending)
