"""A batch on a cluster: parts as tasks of Ray (extra ``[ray]``).

It plays on the cluster that ``ray.init`` or ``RAY_ADDRESS`` names, or starts Ray on this machine.
A task whose worker dies is played again elsewhere, and gives the same rows.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from sidings.extras import needs
from sidings.kernel.record import Array
from sidings.lab.batch import Batch
from sidings.lab.devices.cpu import compile_batch, play_part
from sidings.lab.devices.pipeline import in_order

FOREVER = -1


def play_parts(batch: Batch, threads: int) -> Iterator[Array]:
    """The rows of the batch, in order, part by part; how many at a time is up to Ray."""
    needs("a cluster", "ray")
    compile_batch(batch)  # workers on this machine then find it in the cache
    return _play_parts(batch)


def play_task(batch: Batch, start: int, games: int) -> Array:
    """What a worker does."""
    # What Ray sends cannot be written to; to Numba that is another type, to be compiled anew.
    batch = replace(batch, template=batch.template.copy(), line_ups=batch.line_ups.copy())
    compile_batch(batch)
    return play_part(batch, start, games)


def _play_parts(batch: Batch) -> Iterator[Array]:
    ray: Any = import_module("ray")
    ours = not ray.is_initialized()
    if ours:
        ray.init(log_to_driver=False, logging_level=logging.ERROR)
    try:
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        task = ray.remote(num_cpus=1, max_retries=FOREVER)(play_task)
        sent = ray.put(batch)
        yield from in_order(batch.games, cores, partial(task.remote, sent), ray.get)
    finally:
        if ours:
            ray.shutdown()
