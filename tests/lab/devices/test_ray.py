"""Batches on a real Ray, on this machine, with workers that die."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sidings import lab
from sidings.lab.batch import Batch
from sidings.lab.devices import pipeline
from sidings.lab.devices import ray as on_ray

GAME, POLICIES = "game-of-trains", ["thumb:depth=0", "random"]
MORE: dict[str, Any] = {"games": 40, "seed": 6, "most_moves": 400}


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch, installed: None) -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


# Ray warns of its own future; a worker that is killed leaves its pipes open.
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_loses_nothing(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("high-card", GAME):
        whole = lab.play(game, POLICIES, **MORE)
        assert lab.play(game, POLICIES, on="ray", **MORE).tobytes() == whole.tobytes()

    play_task = on_ray.play_task

    def dying(batch: Batch, start: int, games: int) -> Any:
        mark = tmp_path / str(start)
        if start in (0, 10) and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_task(batch, start, games)

    monkeypatch.setattr(on_ray, "play_task", dying)
    monkeypatch.setattr(pipeline, "PARTS_PER_WORKER", 4)  # of 5 games
    assert lab.play(GAME, POLICIES, on="ray", **MORE).tobytes() == whole.tobytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "10"]
