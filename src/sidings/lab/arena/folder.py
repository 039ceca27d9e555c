"""The folder of a tournament: its settings, and its games as a CSV file."""

import csv
import hashlib
import itertools
import json
import math
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.kernel.jit import PACKAGE, game_files, has_kernels
from sidings.lab.arena.entrants import Entrants
from sidings.lab.arena.standings import Row

if TYPE_CHECKING:
    from sidings.lab.arena.contest import Contest


class ResultsFolder:
    """A folder with the settings of a tournament and a CSV file of its games."""

    def __init__(self, folder: Path, contest: "Contest") -> None:
        if not contest.entrants.are_names:
            raise BadOption("only a tournament of bots with names can be written to a folder")
        self.path = folder / "games.csv"
        self.rows: list[Row] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._check_settings(folder / "settings.json", _settings(contest))
        if self.path.exists():
            self.rows = list(self._read(contest))
        self._write(self.rows, "w")  # without a deal that was cut short

    def append(self, rows: Sequence[Row]) -> None:
        """Write one deal at once, so that an interruption leaves whole deals."""
        self._write(rows, "a")

    def _check_settings(self, path: Path, mine: dict[str, Any]) -> None:
        if not path.exists() or not self._has_games():
            path.write_text(json.dumps(mine, indent=2) + "\n", "utf-8")
            return
        try:
            theirs = json.loads(path.read_text("utf-8"))
            different = [name for name in mine if mine[name] != theirs.get(name)]
        except (ValueError, AttributeError):
            different = ["everything"]
        if different:
            raise BadOption(
                f"{path.parent} holds another tournament (other: {', '.join(different)}); "
                "choose another folder with --out, or remove that one"
            )

    def _has_games(self) -> bool:
        """Whether more than the head of the file has been written."""
        return self.path.exists() and self.path.read_bytes().count(b"\n") > 1

    def _read(self, contest: "Contest") -> Iterator[Row]:
        deals: dict[tuple[int, int], list[Row]] = {}
        try:
            with self.path.open(newline="", encoding="utf-8") as file:
                for cells in itertools.islice(csv.reader(file), 1, None):
                    if len(cells) == len(Row._fields):
                        row = _read_row(cells)
                        deals.setdefault((row.line_up, row.deal), []).append(row)
        except ValueError:
            raise BadOption(f"{self.path} cannot be read; remove it to start again") from None
        for (line_up, _), rows in deals.items():
            rotations = contest.rotations(line_up)
            if len(rows) == len(rotations) * len(rotations[0]):
                yield from rows

    def _write(self, rows: Sequence[Row], mode: str) -> None:
        with self.path.open(mode, newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if mode == "w":
                writer.writerow(Row._fields)
            writer.writerows(rows)


def _read_row(cells: Sequence[str]) -> Row:
    read = Row.__annotations__.values()
    return Row(*(kind(cell) for kind, cell in zip(read, cells, strict=True)))


def _settings(contest: "Contest") -> dict[str, Any]:
    """What must be the same for games to belong to the same tournament."""
    state = contest.template[0]
    deck = contest.game.custom_deck
    return {
        "game": contest.game.name,
        "rules": contest.game.rules_version,
        "players": int(state.players),
        "options": contest.game.read_options(state),
        "deck": None if deck is None else json.loads(json.dumps(deck, default=str)),
        "bots": contest.entrants.names,
        "seed": contest.seed,
        "luck": contest.luck,
        "luck playouts": contest.luck_playouts,
        "time_limit": None if math.isinf(contest.time_limit) else contest.time_limit,
        "program files": _program_files(contest.entrants),
        "code": _code_hash(contest.game),
    }


def _program_files(entrants: Entrants) -> dict[str, str]:
    """A hash of each file that the command of a program names."""
    commands = [name.partition(":") for name in entrants.names if name.startswith("program:")]
    words = {word for _, _, command in commands for word in shlex.split(command)}
    return {word: _file_hash(Path(word)) for word in sorted(words) if Path(word).is_file()}


def _file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _code_hash(game: Game[Any]) -> str:
    """A hash of rules, bots and networks: games of other versions do not belong together."""
    digest = hashlib.sha256()
    kernels = {path for path in PACKAGE.rglob("*.py") if has_kernels(path)}
    networks = PACKAGE.glob("games/*/*.bin")
    for path in sorted({*kernels, *PACKAGE.glob("bots/*.py"), *networks}):
        digest.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    for path in sorted(_files_elsewhere(game)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _files_elsewhere(game: Game[Any]) -> set[Path]:
    """The sources of a game that is at home in another package."""
    files: set[Path] = set()
    for owner in type(game).__mro__:
        place = getattr(sys.modules[owner.__module__], "__file__", None)
        if not issubclass(owner, Game) or place is None or Path(place).is_relative_to(PACKAGE):
            continue
        path = Path(place)
        is_package = path.name == "__init__.py"
        files |= {path, *(path.parent.rglob("*.py") if is_package else game_files(path.parent))}
    return files
