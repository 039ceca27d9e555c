"""Entry → state. Nothing else changes a table."""

from collections.abc import Iterable
from sys import intern

import msgspec
import numpy as np

from sidings.kernel.play import deal_at, outcome_at
from sidings.kernel.record import Array
from sidings.play.keys import key_words
from sidings.tables import entries
from sidings.tables.course import MOVERS, Course
from sidings.tables.entries import Entry
from sidings.tables.fairness import hash_of_key
from sidings.tables.header import Header
from sidings.tables.runtime import Runtime
from sidings.tables.state import HISTORY, Ending, PlayedMove, Seat, TableState, UndoStep

UNDO_STEPS = 8
LEAST_TIME_BACK_MS = 10_000  # for a player who comes back to a clock that has run out


def rebuild(
    header: Header, secret: bytes, links: bytes, runtime: Runtime, log: Iterable[Entry]
) -> TableState:
    """The table that a log leads to."""
    state = TableState(header, secret, links, runtime)
    for entry in log:
        apply(state, entry)
    return state


def apply(state: TableState, entry: Entry, action: int | None = None) -> None:
    """Follow an entry of the log, which was checked before it was written.

    ``action`` is that of a move that was just decided; without it the move is read from its text.
    """
    state.version += 1
    if isinstance(entry, entries.Move):
        _move(state, entry, action)
    else:
        _follow(state, entry)
    if state.entries_left <= 0 and state.status != "over":
        _end(state, Ending("length", []))


def _follow(state: TableState, entry: Entry) -> None:
    """Follow an entry that is not a move."""
    state.exits.clear()
    if not isinstance(entry, entries.TakeBack | entries.Back | entries.Rematch | entries.Rename):
        state.undo.clear()
    match entry:
        case entries.Sit():
            _sit(state, entry)
        case entries.Rename():
            _change_seat(state, entry.seat, name=entry.name)
        case entries.Leave():
            _leave(state, entry)
        case entries.PutBot():
            _forget_words(state, entry.seat)
            _put_bot(state, entry.seat, entry.level)
        case entries.Contribute():
            state.words[entry.seat] = entry.words
        case entries.Start():
            _start(state, entry)
        case entries.TakeBack():
            _take_back(state, entry)
        case entries.Resign():
            _resign(state, entry)
        case entries.Abandon():
            state.wishes.add(entry.seat)
            _end_without_people(state)
        case entries.Close():
            if state.status != "over":  # a host may have closed it just as it ended
                _end(state, Ending("closed", []))
        case entries.RunOut():
            _end(state, Ending(entry.why, _last_place(state, entry.seat), seat=entry.seat))
        case entries.Away():
            _spend_time(state, entry.seat, entry.at)
            _change_seat(state, entry.seat, away=True)
        case entries.Back():
            _come_back(state, entry)
        case entries.Rematch():  # pragma: no branch  # the last kind of entry
            state.rematch = entry.table


# --- The game


def _start(state: TableState, entry: entries.Start) -> None:
    key = state.key()
    assert entry.commitment == hash_of_key(key), "the log does not fit the secret"
    position = _deal(state)
    state.place(position)
    state.commitment = entry.commitment
    state.status = "playing"
    people = {seat.person for seat in state.seats if seat.person}
    state.held = {person: frozenset(state.seats_of(person)) for person in people}
    if _hands_seen(state) <= 1:
        state.course = Course()
    state.position_version = state.version
    state.since = entry.at
    state.turn = state.runtime.turn(position)


def _deal(state: TableState) -> Array:
    """The position with which the game of a table begins."""
    header = state.header
    position = state.runtime.game.template(header.players, header.options)
    position[0].key[:] = key_words(state.key())
    deal_at(position, 0)
    return position


def _move(state: TableState, entry: entries.Move, action: int | None) -> None:
    position, raw = state.position, state.position_bytes
    assert position is not None
    assert raw is not None
    if action is None:
        action, _ = state.runtime.read(position, entry.seat, entry.move)
    if state.undo and state.undo[-1].seat != entry.seat:
        state.undo.clear()
    before = raw.tobytes()
    events, state.turn = state.runtime.play(position, action)
    state.position_version = state.version
    state.history.append(
        PlayedMove(state.version, entry.seat, intern(entry.move), entry.by, events)
    )
    state.offer = state.takeback = None
    if state.course is not None:
        state.course.add(state.version, entry.seat, entry.by, action)
    elif entry.by == "person":
        state.undo.append(UndoStep(before, action, entry.seat))
        del state.undo[:-UNDO_STEPS]
    else:
        state.undo.clear()
    if entry.by == "person" and state.seats[entry.seat - 1].away:
        _change_seat(state, entry.seat, away=False)
    if state.header.rules.clock.kind != "none":
        _spend_time(state, entry.seat, entry.at)
    state.since = entry.at
    if state.turn == 0:
        _finish(state)


def _take_back(state: TableState, entry: entries.TakeBack) -> None:
    assert state.position is not None
    if state.course is not None:
        index = state.course.last_of(entry.seat)
        assert index is not None
        state.course.cut(index)
        _replay(state, state.course)
    else:
        assert state.position_bytes is not None
        last = state.undo.pop()
        state.position_bytes[:] = np.frombuffer(last.before, np.uint8)
        state.history.pop()
    state.taken_back += 1
    state.turn = state.runtime.turn(state.position)
    state.position_version = state.version
    state.offer = state.takeback = None
    state.since = entry.at


def _replay(state: TableState, course: Course) -> None:
    """Put the position and the history of a table to where a course leads."""
    runtime, position = state.runtime, _deal(state)
    state.history.clear()
    told_from = len(course.actions) - HISTORY
    for index, action in enumerate(course.actions):
        if index < told_from:
            runtime.play(position, action)
            continue
        seat, by = course.seats[index], MOVERS[course.movers[index]]
        text = runtime.game.write_move(runtime.look(position, seat).fields, action)
        events, _ = runtime.play(position, action)
        state.history.append(PlayedMove(course.versions[index], seat, intern(text), by, events))
    state.place(position)


# --- Seats


def _sit(state: TableState, entry: entries.Sit) -> None:
    state.wishes.discard(entry.seat)
    state.seats[entry.seat - 1] = Seat("person", entry.name, person=entry.person)
    if state.status == "playing":
        state.held[entry.person] = state.held.get(entry.person, frozenset()) | {entry.seat}
        if _hands_seen(state) > 1:
            state.course = None
        _restart_move_clock(state, entry.at)


def _hands_seen(state: TableState) -> int:
    """How many hands people have seen; one that two have held counts twice."""
    return sum(len(seats) for seats in state.held.values())


def _leave(state: TableState, entry: entries.Leave) -> None:
    state.wishes.discard(entry.seat)
    state.seats[entry.seat - 1] = Seat()
    _forget_words(state, entry.seat)
    _restart_move_clock(state, entry.at)


def _put_bot(state: TableState, seat: int, level: str) -> None:
    state.wishes.discard(seat)
    state.seats[seat - 1] = Seat("bot", level=intern(level))
    _end_without_people(state)


def _forget_words(state: TableState, seat: int) -> None:
    if state.status == "open":
        state.words.pop(seat, None)


def _resign(state: TableState, entry: entries.Resign) -> None:
    """With others left to play and a table that lets bots stand in, a bot takes the seat."""
    if state.header.rules.absence == "bot" and len(state.seats) > 2:
        _put_bot(state, entry.seat, state.header.rules.stand_in)
    else:
        _end(state, Ending("resigned", _last_place(state, entry.seat), seat=entry.seat))


def _come_back(state: TableState, entry: entries.Back) -> None:
    _change_seat(state, entry.seat, away=False)
    least = LEAST_TIME_BACK_MS + state.header.rules.clock.increment * 1000
    state.remaining[entry.seat - 1] = max(state.remaining[entry.seat - 1], least)
    if state.turn == entry.seat:
        state.since = max(state.since, entry.at)


def _change_seat(state: TableState, seat: int, **changes: object) -> None:
    state.seats[seat - 1] = msgspec.structs.replace(state.seats[seat - 1], **changes)


# --- Clocks


def _restart_move_clock(state: TableState, at: int) -> None:
    if state.status == "playing":
        state.since = max(state.since, at)


def _spend_time(state: TableState, seat: int, at: int) -> None:
    clock = state.header.rules.clock
    left = state.remaining[seat - 1] - (at - state.since)
    if state.turn != seat:
        left += clock.increment * 1000
    if clock.kind == "game":
        state.remaining[seat - 1] = max(0, left)
    state.since = at


# --- The end


def _finish(state: TableState) -> None:
    n = len(state.seats)
    scores, places = np.zeros(n, np.int64), np.zeros(n, np.int64)
    outcome_at(state.position, 0, scores, places)  # type: ignore[arg-type]  # there is a position
    _end(state, Ending("finished", places.tolist(), scores.tolist()))


def _end_without_people(state: TableState) -> None:
    """End a game that all who are left want to stop, or that only bots would play.

    People who share a device ask as one.
    """
    people = {seat.person for seat in state.seats if seat.kind == "person"}
    asked = {state.seats[number - 1].person for number in state.wishes}
    if state.status == "playing" and people <= asked:
        _end(state, Ending("abandoned", []))


def _end(state: TableState, ending: Ending) -> None:
    state.ending = ending
    state.status = "over"
    state.turn = 0
    state.undo.clear()
    state.course = None


def _last_place(state: TableState, seat: int) -> list[int]:
    """A ranking with this seat last and all others first."""
    n = len(state.seats)
    return [n if number == seat else 1 for number in range(1, n + 1)]
