"""The command line: ``sidings play``, ``sidings replay`` and what more there is."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console

import sidings
from sidings.errors import SidingsError
from sidings.server.command import serve, verify

app = App(
    name="sidings",
    help="Mexican Train, Game of Trains and Continental Express: play, replay, study.",
    version=sidings.__version__,
)


lab = App(name="lab", help="Study the games on a large scale.")
app.command(lab)

app.command(serve)
app.command(verify)


@app.default
def open_house(
    *, browser: bool = True, lan: Annotated[bool, Parameter(negative=())] = False
) -> None:
    """Open the tables in the browser, served from this machine.

    Parameters
    ----------
    browser
        Open the page; otherwise only its address is printed.
    lan
        Let the phones and computers of your own network in, at the address that is printed.
    """
    from sidings.server.local import play_locally

    play_locally(open_browser=browser, lan=lan)


@app.command
def play(
    game: str | None = None,
    *,
    players: Annotated[int | None, Parameter(alias="-n")] = None,
    level: str = "club",
    seed: str | None = None,
    deck: Path | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
) -> None:
    """Play against bots in the terminal.

    Parameters
    ----------
    game
        mexican-train, game-of-trains or continental-express; asked for when left out.
    players
        How many sit at the table, you included.
    level
        How well the bots play: random, novice, casual, club, expert or master.
    seed
        Deal the same game again.
    deck
        A deck of your own, for the games that have one.
    option
        A rule of the table, such as --option rounds=1; may be given several times.
    """
    from sidings.bots import bot, bots
    from sidings.cli.terminal import YOU, TerminalGame

    console = Console()
    if level not in bots():
        raise sidings.BadOption(f"there is no level {level!r}; there are {', '.join(bots())}")
    game = game or _ask_game(console)
    chosen = sidings.game(game, deck)
    count = chosen.players[0] if players is None else players
    table = sidings.deal(chosen, count, seed, options=_options(option or []))
    others = {seat: bot(level) for seat in range(1, table.players + 1) if seat != YOU}
    table.names = ["You", *(f"Bot {seat}" for seat in others)]
    TerminalGame(table, others, console, input).run()


def _ask_game(console: Console) -> str:
    names = sidings.game_names()
    for number, name in enumerate(names, start=1):
        console.print(f"{number} {sidings.game(name).title}")
    while True:
        try:
            answer = console.input("Which game? ").strip()
        except (EOFError, KeyboardInterrupt):
            raise SystemExit(0) from None
        if answer in names:
            return answer
        if answer in {str(number) for number in range(1, len(names) + 1)}:
            return names[int(answer) - 1]
        console.print(f"Type a number from 1 to {len(names)}.", style="red")


def _options(texts: list[str]) -> dict[str, int | str]:
    options: dict[str, int | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise sidings.BadOption(f"expected NAME=VALUE, not {text!r}")
        options[name] = int(value) if value.isascii() and value.isdecimal() else value
    return options


@app.command
def replay(record: Path, *, at: int | None = None) -> None:
    """Replay a record, check it, and show the table at its end.

    Parameters
    ----------
    record
        A .train file.
    at
        Show the table after so many moves instead.
    """
    table = sidings.replay(record)
    while at is not None and len(table.history) > max(at, 0):
        table.undo()
    console = Console()
    console.print(table)
    console.print(f"{len(table.history)} moves, every one of them legal.", style="dim")


@app.command
def arena(
    game: str,
    *bots: str,
    games: int = 100,
    players: Annotated[int, Parameter(alias="-n")] = 2,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    deck: Path | None = None,
    seed: int = 1,
    time_limit: float | None = None,
    jobs: int | None = None,
    out: Path | None = None,
) -> None:
    """Let bots play a tournament and see how strong they are.

    Each deal is played with the seats rotated, on all cores. Interrupt it when you like: the same
    command continues. The games are written to a CSV file, ratings and wins to a picture.

    Parameters
    ----------
    game
        mexican-train, game-of-trains or continental-express.
    bots
        random, novice, casual, club, expert, master, thumb, search:ms=50, clairvoyant (it sees
        all cards), or "program:COMMAND" for your own in any language. Fewer than the seats are
        repeated until the table is full; of more, every combination plays.
    games
        How many games at least; whole deals are played.
    players
        How many sit at a table.
    option
        A rule of the table, such as --option rounds=1; may be given several times.
    deck
        A deck of your own, for the games that have one.
    seed
        Other deals.
    time_limit
        Seconds a move. Who takes longer has a random move made for him.
    jobs
        How many processes play; as many as there are cores when left out.
    out
        The folder for games.csv, settings.json and standings.png.
    """
    from sidings.lab.report import run_arena

    run_arena(
        sidings.game(game, deck),
        bots,
        games=games,
        players=players,
        options=_options(option or []),
        seed=seed,
        time_limit=time_limit,
        jobs=jobs,
        out=out,
    )


@lab.command
def report(
    game: str,
    *,
    players: Annotated[int | None, Parameter(alias="-n")] = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    deck: Path | None = None,
    policy: str = "club",
    games: int = 5000,
    seed: int = 1,
    out: Path | None = None,
) -> None:
    """Write a balance report: one HTML page, with pictures and tables beside it.

    Who is favoured, how long games are, how scores spread, what decides, whether one can come
    back, luck against skill, and what each option or another deck would change.

    Parameters
    ----------
    game
        mexican-train, game-of-trains or continental-express.
    players
        How many sit at the table.
    option
        A rule of the table, such as --option rounds=1; may be given several times.
    deck
        A deck of your own, for the games that have one; it is held against the game's own.
    policy
        Who plays: club, casual, novice, random, thumb or thumb:depth=1,overlooked=20.
    games
        How many games in each of the batches; more show smaller differences.
    seed
        Other deals.
    out
        The folder for report.html.
    """
    from sidings.lab.balance.command import run_report

    run_report(
        sidings.game(game, deck),
        players=players,
        options=_options(option or []),
        policy=policy,
        games=games,
        seed=seed,
        out=out,
    )


def main() -> None:
    """Run the command line; what a person got wrong is one line, not a traceback."""
    try:
        app(sys.argv[1:], result_action="return_value")
    except SidingsError as error:
        Console(stderr=True).print(str(error), style="red", markup=False, highlight=False)
        sys.exit(2)
