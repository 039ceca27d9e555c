"""The ladder: a rating for each game, of those who joined it and of the bots they play.

What counts is a game that came to a result at a table without hints and take-backs.
"""

from sidings.server.people import Account
from sidings.store import Store
from sidings.store.clubs import Rating
from sidings.tables import TableState
from sidings.tournaments.rating import START, rate

BOT = "bot:"


class Ladder:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def join(self, game: str, account: Account) -> None:
        person = account.person
        await self._store.join_ladder(game, Rating(person.id, person.name, START, 0))

    async def count(self, state: TableState) -> None:
        """Count the result of a table, once."""
        rules, ending = state.header.rules, state.ending
        if rules.takebacks or rules.hints or ending is None or not ending.ranking:
            return
        members = [seat.person or f"{BOT}{seat.level}" for seat in state.seats]
        game = state.header.game
        known = await self._store.ratings_of(game, members)
        seats = [
            (known.get(member) or Rating(member, seat.level, START, 0), place, seat)
            for member, seat, place in zip(members, state.seats, ending.ranking, strict=True)
            if member in known or seat.kind == "bot"
        ]
        people = {seat.person for _, _, seat in seats if seat.person}
        if not people or len({rating.member for rating, _, _ in seats}) != len(seats):
            return
        if len(seats) < 2:
            return
        after = rate([rating.rating for rating, _, _ in seats], [place for _, place, _ in seats])
        changed = [
            Rating(rating.member, seat.name or seat.level, new, rating.games + 1)
            for (rating, _, seat), new in zip(seats, after, strict=True)
        ]
        await self._store.count_result(game, state.header.id, changed)
