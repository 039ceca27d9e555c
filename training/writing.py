"""What a training leaves in its folder: the weights, where they come from, and the log."""

import csv
import hashlib
from pathlib import Path

import msgspec

from sidings.bots.weights import ABOUT, WEIGHTS, About, pack
from training.model import Net

CURVE = 40  # lines of the log that go into the description


def write(
    folder: Path,
    part: str,
    net: Net,
    seed: int,
    iterations: int,
    command: str,
    log: list[dict[str, float]],
) -> None:
    """Write the network of a part in whole numbers, its description and the log."""
    folder.mkdir(parents=True, exist_ok=True)
    data, shapes = pack(net.whole())
    curve = log[:: max(1, len(log) // CURVE)]
    digest = hashlib.sha256(data).hexdigest()
    about = About(digest, shapes, seed, iterations, command, {}, curve)
    (folder / WEIGHTS.format(part)).write_bytes(data)
    text = msgspec.json.format(msgspec.json.encode(about), indent=1)
    (folder / ABOUT.format(part)).write_bytes(text + b"\n")
    if log:
        with (folder / "log.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(log[0]))
            writer.writeheader()
            writer.writerows(log)
