"""What a player asks during play and no log keeps: phrases, explanations, previews, hints."""

from typing import TYPE_CHECKING, Any

from sidings.errors import IllegalMove
from sidings.server.protocol import Advise, Done, Judged, Preview, Said, Say, Why, encode
from sidings.server.robots import Robots
from sidings.server.room import Room
from sidings.server.rooms import Rooms
from sidings.store import Hint, Store
from sidings.tables import Refused

if TYPE_CHECKING:
    from sidings.server.connection import Connection

HINTED = 3  # moves


class Questions:
    def __init__(self, store: Store, rooms: Rooms, robots: Robots) -> None:
        self._store = store
        self._rooms = rooms
        self._robots = robots

    def say(self, connection: "Connection", ask: Say) -> None:
        """Pass a phrase on to everybody at the table."""
        room, seat = self._seated(connection, ask.table)
        room.tell(Said(ask.table, seat, ask.phrase))
        self._store.tell(Hint(self._store.origin, ask.table, phrase=ask.phrase, seat=seat))
        connection.push(encode(Done(ask.id, ask.table)))

    def why(self, connection: "Connection", ask: Why) -> None:
        """Say whether a move is legal, and if not, why."""
        room, seat = self._in_turn(connection, ask.table)
        state = room.state
        assert state.position is not None
        try:
            _, move = state.runtime.read(state.position, seat, ask.move)
            answer: dict[str, Any] = {"legal": True, "move": move}
        except IllegalMove as error:
            answer = {
                "legal": False,
                "rule": error.rule,
                "code": error.code,
                "parameters": error.parameters,
                "reason": error.reason,
                "nearest": error.nearest,
            }
        connection.push(encode(Done(ask.id, ask.table, answer=answer)))

    def preview(self, connection: "Connection", ask: Preview) -> None:
        """Show the view that a move leads to, if the player can foresee it."""
        room, seat = self._in_turn(connection, ask.table)
        state = room.state
        assert state.position is not None
        try:
            action, move = state.runtime.read(state.position, seat, ask.move)
        except IllegalMove as error:
            raise Refused("illegal", error.reason, error.rule, error.nearest) from None
        view = state.runtime.foreseen(state.position, seat, action)
        answer = {"move": move, "view": view}
        connection.push(encode(Done(ask.id, ask.table, answer=answer)))

    async def advise(self, connection: "Connection", ask: Advise) -> None:
        """Say which moves are best, with their chances and why."""
        room, seat = self._in_turn(connection, ask.table)
        if not room.state.header.rules.hints:
            raise Refused("not-allowed", "this table plays without hints")
        version = room.state.position_version
        advice = await self._robots.advise(room, seat, connection.person.id)
        if room.state.position_version != version:
            raise Refused("stale", "the table has moved on")
        moves = [
            Judged(one.move, one.chance, one.margin, one.reason, one.despite)
            for one in advice[:HINTED]
        ]
        answer = {"move": moves[0].move, "moves": moves}
        connection.push(encode(Done(ask.id, ask.table, answer=answer)))

    def _seated(self, connection: "Connection", table: str) -> tuple[Room, int]:
        room = self._rooms.get(table)
        if room is None or connection not in room.watchers:
            raise Refused("not-watching", "watch the table first")
        seat = room.watchers[connection].seat
        if not seat:
            raise Refused("not-seated", "you have no seat at this table")
        return room, seat

    def _in_turn(self, connection: "Connection", table: str) -> tuple[Room, int]:
        room, seat = self._seated(connection, table)
        if room.state.status != "playing":
            raise Refused("not-allowed", "there is nothing to move")
        if room.state.turn != seat:
            raise Refused("not-your-turn", f"it is seat {room.state.turn}'s turn")
        return room, seat
