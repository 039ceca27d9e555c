"""People, their tokens and handles."""

from sidings.store import Store
from store.stores import on


def test_people_tokens_and_handles(database: str) -> None:
    async def work(store: Store) -> None:
        await store.add_person("p", "Ann", "hash", 1)
        await store.add_person("q", "Ann", "hash2", 1)
        found = await store.person_of_token("hash")
        assert found is not None
        assert (found.id, found.name, found.handle) == ("p", "Ann", None)
        assert await store.person_of_token("nothing") is None
        assert await store.claim("p", "Ann#1", "argon")
        assert not await store.claim("q", "Ann#1", "argon")
        await store.add_token("p", "hash3", 2)
        await store.drop_token("hash")
        assert await store.person_of_token("hash") is None
        assert await store.person_of_token("hash3") is not None
        await store.saw({"p": 77, "q": 78})
        assert await store.last_seen("p") == 77
        assert await store.last_seen("nobody") == 0

    on(database, work)
