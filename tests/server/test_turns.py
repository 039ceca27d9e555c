"""People take turns, however much each of them asks for."""

import asyncio
import contextlib

from sidings.server.turns import Threads, Turns


def test_one_turn_each_round_and_round() -> None:
    async def run() -> list[str]:
        turns, served = Turns(1, 1), []

        async def ask(person: str) -> None:
            async with turns.turn(person):
                served.append(person)
                await asyncio.sleep(0)

        asked = ["Eve"] * 5 + ["Ann", "Bob", "Ann"]
        await asyncio.gather(*(ask(person) for person in asked))
        return served

    assert asyncio.run(run()) == ["Eve", "Eve", "Ann", "Bob", "Eve", "Ann", "Eve", "Eve"]


def test_one_person_never_has_all_places() -> None:
    async def run() -> None:
        turns = Turns(2, 1)
        async with turns.turn("Eve"):
            waiting = asyncio.create_task(turns.turn("Eve").__aenter__())
            async with turns.turn("Ann"):
                assert not waiting.done()
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await waiting

    asyncio.run(asyncio.wait_for(run(), 10))


def test_who_stops_waiting_gives_the_place_to_others() -> None:
    async def run() -> None:
        turns = Turns(1, 1)
        async with turns.turn("Ann"):
            gone = asyncio.create_task(turns.turn("Eve").__aenter__())
            granted = asyncio.create_task(turns.turn("Bob").__aenter__())
            await asyncio.sleep(0)
            gone.cancel()
        granted.cancel()  # at the moment when it is granted
        await asyncio.wait({gone, granted})
        async with turns.turn("Cid"):
            assert not turns._waiting
        assert turns._free == 1

    asyncio.run(asyncio.wait_for(run(), 10))


def test_a_failure_in_a_thread_gives_the_place_back() -> None:
    async def run() -> None:
        threads = Threads(1, "test")
        with contextlib.suppress(ZeroDivisionError):
            await threads.run("Eve", lambda: 1 // 0)
        assert await threads.run("Ann", lambda: 2) == 2
        threads.close()

    asyncio.run(asyncio.wait_for(run(), 10))
