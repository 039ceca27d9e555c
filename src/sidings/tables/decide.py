"""Command → entry, or Refused. Nothing is changed here."""

from collections.abc import Collection
from sys import intern
from typing import NamedTuple

from sidings.errors import IllegalMove
from sidings.tables import commands, entries
from sidings.tables.access import may_watch
from sidings.tables.commands import Command, Person, Refused
from sidings.tables.entries import Entry, Mover
from sidings.tables.fairness import hash_of_key, invitation, same, seat_token
from sidings.tables.state import Seat, TableState
from sidings.tables.takeback import can_take_back


class Decision(NamedTuple):
    """The entry that a command leads to, and the action if it is a move."""

    entry: Entry
    action: int | None = None


def decide(
    state: TableState, command: Command, person: Person, now: int, levels: Collection[str] = ()
) -> Decision:
    """What a person's command leads to, or Refused. ``levels`` are the bots there are."""
    now = max(now, state.since)
    if isinstance(command, commands.PlayMove):
        return _play(state, command, person, now)
    return Decision(_entry(state, command, person, now, levels))


def _entry(
    state: TableState, command: Command, person: Person, now: int, levels: Collection[str]
) -> Entry:
    match command:
        case commands.TakeSeat():
            return _sit(state, command, person, now)
        case commands.LeaveSeat():
            return leaving(state, _seated(state, person), now)
        case commands.FreeSeat():
            return _free(state, command, person, now)
        case commands.SeatBot():
            return _put_bot(state, command, person, now, levels)
        case commands.GiveWords():
            return _contribute(state, command, person, now)
        case commands.StartGame():
            return _start(state, person, now)
        case commands.TakeMoveBack():
            return _take_back(state, command, person, now)
        case commands.ResignGame():
            return entries.Resign(seat=_playing(state, person), at=now)
        case commands.AbandonGame():
            return _abandon(state, person, now)
        case commands.ComeBack():
            return _come_back(state, person, now)
    raise Refused("bad-command", "this is not a command to a table")


# --- Moves


def _play(state: TableState, command: commands.PlayMove, person: Person, now: int) -> Decision:
    seat = _playing(state, person)
    _check_version(state, command.version)
    if seat != state.turn:
        raise Refused("not-your-turn", f"it is seat {state.turn}'s turn")
    return decide_move(state, command.move, seat, "person", now)


def decide_move(state: TableState, text: str, seat: int, by: Mover, now: int) -> Decision:
    """The entry and the action of a move of the seat in turn, or Refused."""
    assert state.position is not None
    assert seat == state.turn
    action = _offered(state, text)
    if action is None:
        try:
            action, text = state.runtime.read(state.position, seat, text)
        except IllegalMove as error:
            raise Refused("illegal", error.reason, error.rule, error.nearest) from None
    return _decided(state, action, text, seat, by, now)


def _offered(state: TableState, text: str) -> int | None:
    """The action of a move that the player in turn was offered in these words."""
    if state.offer is None:  # their page makes its own choices of a record
        return None
    choices, actions = state.offer
    for choice, action in zip(choices, actions, strict=True):
        if choice.move == text:
            return action
    return None


def decide_action(state: TableState, action: int, seat: int, by: Mover, now: int) -> Decision:
    """The same for a legal action."""
    assert state.position is not None
    seen = state.runtime.look(state.position, seat)
    text = state.runtime.game.write_move(seen.fields, action)
    return _decided(state, action, text, seat, by, now)


def _decided(state: TableState, action: int, text: str, seat: int, by: Mover, now: int) -> Decision:
    at = max(now, state.since)
    return Decision(entries.Move(seat=seat, move=intern(text), by=by, at=at), action)


def _take_back(
    state: TableState, command: commands.TakeMoveBack, person: Person, now: int
) -> Entry:
    seat = _playing(state, person)
    _check_version(state, command.version)
    if not can_take_back(state, seat, sure=True):
        raise Refused(
            "not-allowed",
            "only your own last move can be taken back, while nobody has acted since and it "
            "revealed nothing",
        )
    return entries.TakeBack(seat=seat, at=now)


def _check_version(state: TableState, version: int) -> None:
    """Seats may have changed since the player looked; the position must not."""
    if not state.position_version <= version <= state.version:
        raise Refused("stale", f"the table is at version {state.version}, not {version}")


# --- Seats


def _sit(state: TableState, command: commands.TakeSeat, person: Person, now: int) -> Entry:
    if not may_watch(state, person.id, command.token):
        raise Refused("not-allowed", "this table is private: open the link you were sent")
    if state.status == "over":
        raise Refused("over", "the game is over")
    seat = _seat(state, command.seat)
    mine = state.seats_of(person.id)
    if mine:
        raise Refused("seated", f"you have seat {mine[0]}; leave it first")
    before = state.held.get(person.id, frozenset())
    if state.status == "playing" and before and command.seat not in before:
        raise Refused("not-allowed", f"you have seen the hand of seat {min(before)}")
    has_link = same(command.token, seat_token(state.links, command.seat, seat.person or None))
    if seat.kind == "person" and not has_link:
        raise Refused("taken", f"{seat.name} has this seat")
    welcome = command.seat in before or person.id == state.header.host or has_link
    invited = same(command.token, invitation(state.links))
    if seat.kind == "free" and not (welcome or invited or state.header.rules.listed):
        raise Refused("not-allowed", "this link is for another seat")
    # Spectators have the invitation too, and with the seat comes the hand that the bot holds.
    if seat.kind == "bot" and not (welcome or (invited and state.status == "open")):
        raise Refused("not-allowed", "you need the host's link to take a bot's place")
    name = seat.name if seat.kind == "person" else person.name  # the same person, elsewhere
    return entries.Sit(seat=command.seat, person=person.id, name=name, at=now)


def leaving(state: TableState, seat: int, now: int) -> Entry:
    """What it means to leave a seat: during a game the table's setting for absence decides.

    On a device that is passed on a bot plays for who leaves: there is nobody to wait for.
    """
    rules = state.header.rules
    if state.status == "playing":
        if rules.absence == "bot" or (rules.absence == "wait" and rules.pass_and_play):
            return entries.PutBot(seat=seat, level=rules.stand_in, at=now)
        if rules.absence == "end":
            return entries.Resign(seat=seat, at=now)
    return entries.Leave(seat=seat, at=now)


def _free(state: TableState, command: commands.FreeSeat, person: Person, now: int) -> Entry:
    if person.id != state.header.host:
        raise Refused("not-allowed", "only the host can free a seat")
    seat = _seat(state, command.seat)
    if state.status != "open":
        raise Refused("not-allowed", "the game has begun")
    if seat.kind == "free":
        raise Refused("not-allowed", "the seat is free")
    return entries.Leave(seat=command.seat, at=now)


def _put_bot(
    state: TableState,
    command: commands.SeatBot,
    person: Person,
    now: int,
    levels: Collection[str],
) -> Entry:
    mine = state.seats_of(person.id)
    host = person.id == state.header.host
    if not mine and not host:
        raise Refused("not-allowed", "only people at the table can put a bot there")
    seat = _seat(state, command.seat)
    if command.level not in levels:
        raise Refused("bad-option", f"the bots are {', '.join(levels)}")
    if state.status == "over":
        raise Refused("over", "the game is over")
    allowed = (
        command.seat in mine
        or seat.kind == "free"
        or (seat.kind == "bot" and host and state.status == "open")
    )
    if not allowed:
        raise Refused("not-allowed", "a bot can take a free seat, or your own place")
    return entries.PutBot(seat=command.seat, level=command.level, at=now)


def _come_back(state: TableState, person: Person, now: int) -> Entry:
    seat = _playing(state, person)
    if not state.seats[seat - 1].away:
        raise Refused("not-allowed", "no stand-in is playing for you")
    return entries.Back(seat=seat, at=now)


# --- Start and end


def _contribute(state: TableState, command: commands.GiveWords, person: Person, now: int) -> Entry:
    seat = _seated(state, person)
    if state.status != "open":
        raise Refused("not-allowed", "the cards have been dealt")
    return entries.Contribute(seat=seat, words=command.words, at=now)


def _start(state: TableState, person: Person, now: int) -> Entry:
    if state.status != "open":
        raise Refused("not-allowed", "the game has begun")
    if person.id != state.header.host and not state.seats_of(person.id):
        raise Refused("not-seated", "only people at the table can start the game")
    free = [number for number, seat in enumerate(state.seats, 1) if seat.kind == "free"]
    if free:
        raise Refused("not-allowed", f"seat {free[0]} is free: wait, or put a bot there")
    return entries.Start(commitment=hash_of_key(state.key()), at=now)


def _abandon(state: TableState, person: Person, now: int) -> Entry:
    # During play a host who plays along asks the others, as everybody does.
    plays = state.status == "playing" and bool(state.seats_of(person.id))
    if person.id == state.header.host and state.status != "over" and not plays:
        return entries.Close(at=now)
    seat = _playing(state, person)
    if seat in state.wishes:
        raise Refused("not-allowed", "the others have not agreed yet")
    return entries.Abandon(seat=seat, at=now)


def check_rematch(state: TableState, person: Person) -> None:
    """Raise Refused unless this person may ask for another game."""
    if state.status != "over":
        raise Refused("not-allowed", "the game is not over")
    if not state.seats_of(person.id) and person.id != state.header.host:
        raise Refused("not-seated", "only people who sat at the table can ask for another game")


# --- Who asks


def _seat(state: TableState, number: int) -> Seat:
    if number > len(state.seats):
        raise Refused("no-such-seat", f"the table has {len(state.seats)} seats")
    return state.seats[number - 1]


def _seated(state: TableState, person: Person) -> int:
    seat = state.seat_of(person.id, person.seat)
    if not seat:
        raise Refused("not-seated", "you have no seat at this table, or look at none of yours")
    if state.status == "over":
        raise Refused("over", "the game is over")
    return seat


def _playing(state: TableState, person: Person) -> int:
    seat = _seated(state, person)
    if state.status == "open":
        raise Refused("not-started", "the game has not begun")
    return seat
