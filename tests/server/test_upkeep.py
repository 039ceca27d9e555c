"""Closing and removing tables and people while a server runs, by the command of a host."""

import json
from pathlib import Path

import pytest

from server.running import GAME, Running, next_move, play, two_players
from sidings.cli.main import main
from sidings.cli.verify import verify
from sidings.server.upkeep import TOMBSTONE_MS, close_table, delete_table, sweep_tombstones
from sidings.store import open_store


def command(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["sidings", *words])
    main()


def test_a_table_closed_from_outside_is_over_for_its_players(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            async with open_store(database, "admin", alone=False) as store:
                assert await close_table(store, table, 5)
                assert not await close_table(store, table, 5)
            mover, move = await next_move((ann, bob), table)
            with pytest.raises(Exception, match="over"):
                await mover.ask("play", table, move=move, version=mover.views[table].version)
            for client in (ann, bob):
                view = await client.until(table, lambda view: view.over)
                assert view.state["result"]["how"] == "closed"

    play(database, work)


def test_a_removed_table_ends_for_its_players_and_leaves_nothing(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            async with open_store(database, "admin", alone=False) as store:
                assert await delete_table(store, table, 5)
                assert not await delete_table(store, table, 5)
                # A server that did not look yet has its next move refused, not lost.
                mover, move = await next_move((ann, bob), table)
                with pytest.raises(Exception, match="over"):
                    await mover.ask("play", table, move=move, version=mover.views[table].version)
                assert len(await store.orphans()) == 1
                await sweep_tombstones(store, 6 + TOMBSTONE_MS)
                assert not await store.orphans()
            assert (await ann.http.get("/api/me/tables")).json() == {"tables": []}

    play(database, work)


def test_the_host_of_a_server_looks_exports_and_removes(
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SIDINGS_DATABASE", database)
    told: list[str] = []

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, _, table):
            await ann.ask("resign", table)
            await ann.until(table, lambda view: view.over)
            alone = await ann.create(GAME, [{"kind": "me"}, {"kind": "bot", "level": "random"}])
            told.extend([table, alone])

    play(database, work)
    table, alone = told
    out = tmp_path / "record.json"
    command(monkeypatch, "admin", "tables")
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == {table, alone}
    command(monkeypatch, "admin", "tables", "--status", "over", "--older-than", "1")
    assert not capsys.readouterr().out
    command(monkeypatch, "admin", "export", table, "--out", str(out))
    assert verify(out).players == ["Ann", "Bob"]

    # A copy on another machine says the same.
    copy = tmp_path / "copy.gz"
    command(monkeypatch, "backup", str(copy))
    other = f"sqlite:///{tmp_path / 'other.db'}"
    command(monkeypatch, "restore", str(copy), "--database", other)
    capsys.readouterr()
    command(monkeypatch, "admin", "export", table, "--database", other)
    assert json.loads(capsys.readouterr().out) == json.loads(out.read_text())

    command(monkeypatch, "admin", "people")
    ann = next(line for line in capsys.readouterr().out.splitlines() if "Ann" in line).split()[0]
    command(monkeypatch, "admin", "delete-people", ann, "--dry-run")
    command(monkeypatch, "admin", "delete-people", ann, "nobody")
    assert "nobody is not there." in capsys.readouterr().out
    command(monkeypatch, "admin", "tables")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [table]
    command(monkeypatch, "admin", "export", table, "--out", str(out))
    assert verify(out).players == ["Guest", "Bob"]
    command(monkeypatch, "admin", "delete-people", "--older-than", "0")
    command(monkeypatch, "admin", "delete-tables", "--older-than", "0", "--dry-run")
    capsys.readouterr()
    command(monkeypatch, "admin", "close", table)
    assert "is over" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        command(monkeypatch, "admin", "export", alone)
