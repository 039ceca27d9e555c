"""The command line: ``sidings``, ``sidings play``, ``sidings arena`` and the other commands."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console

import sidings
from sidings.cli.hosting import admin, backup, restore
from sidings.errors import SidingsError, printable
from sidings.extras import needs
from sidings.server.command import serve

GAMES = ", ".join(sidings.game_names())

# --- Parameters that several commands have

GameName = Annotated[str, Parameter(help=f"The game: {GAMES}.")]
Deck = Annotated[
    Path | None, Parameter(help="File with a deck of your own, for the games that have one.")
]
Options = Annotated[
    list[str] | None,
    Parameter(
        name="--option",
        negative=(),
        help="Option of the game: --option rounds=1, --option preset=NAME; can be repeated.",
    ),
]
Seed = Annotated[int, Parameter(help="Random seed; another seed gives other deals.")]
Out = Annotated[Path | None, Parameter(help="Folder for the results.")]

app = App(
    name="sidings",
    help=f"Play and study train games: {GAMES}.",
    version=sidings.__version__,
)
lab = App(name="lab", help="Study the games on a large scale.")
app.command(lab)
app.command(serve)
app.command(admin)
app.command(backup)
app.command(restore)


@app.default
def open_tables(
    *, browser: bool = True, lan: Annotated[bool, Parameter(negative=())] = False
) -> None:
    """Open the tables in the browser, served from this machine.

    Parameters
    ----------
    browser
        Open the page; otherwise only its address is printed.
    lan
        Let phones and computers of your own network connect, at the address that is printed.
    """
    from sidings.server.local import play_locally

    play_locally(open_browser=browser, lan=lan)


@app.command
def play(
    game: Annotated[
        str | None, Parameter(help=f"The game: {GAMES}. Asked for if not given.")
    ] = None,
    *,
    players: Annotated[int | None, Parameter(alias="-n")] = None,
    level: str = "club",
    seed: str | None = None,
    deck: Deck = None,
    options: Options = None,
    daily: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play against bots in the terminal.

    Parameters
    ----------
    players
        Number of players, you included.
    level
        How well the bots play: random, novice, casual, club, expert, master or grandmaster; or
        with what style: blocker, saver or gambler.
    seed
        Random seed; the same seed deals the same game again.
    daily
        Play the deal of the day, which is the same for everybody; nothing else can be chosen.
    """
    from sidings.bots import Bot, bot
    from sidings.bots.company import check_level
    from sidings.bots.daily import DailyBot
    from sidings.cli.terminal import YOU, TerminalGame

    console = Console()
    game = game or _ask_game(console)
    check_level(level, sidings.game(game))
    if daily:
        table = sidings.daily(game)
        player: Bot = DailyBot(table)
    else:
        chosen = sidings.game(game, deck)
        count = chosen.players[0] if players is None else players
        table = sidings.deal(chosen, count, seed, options=_read_options(options))
        player = bot(level)
    others = {seat: player for seat in range(1, table.players + 1) if seat != YOU}
    table.names = ["You", *(f"Bot {seat}" for seat in others)]
    TerminalGame(table, others, console, input, interactive=sys.stdin.isatty()).run()


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


def _read_options(texts: list[str] | None) -> dict[str, int | str]:
    options: dict[str, int | str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise sidings.BadOption(f"expected NAME=VALUE, not {text!r}")
        options[name] = int(value) if value.isascii() and value.isdecimal() else value
    return options


@app.command(name="deck")
def print_deck(game: GameName) -> None:
    """Print the game's own deck file: change a copy of it, and play with it by --deck."""
    from sidings.play.decks import deck_file

    print(deck_file(sidings.game(game)), end="")


@app.command
def hint(
    position: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    *,
    seconds: float = 1.0,
    deck: Deck = None,
) -> None:
    """Say what to play, from what you see at a table anywhere.

    Parameters
    ----------
    position
        A file with the position in JSON as you see it, a .train file, or - to read it from
        standard input. docs/notation.md has examples.
    seconds
        How long it may think.
    """
    from sidings.cli.hint import show_hint

    show_hint(position, seconds, deck)


@app.command(name="mcp")
def serve_assistant() -> None:
    """Let an assistant play: a Model Context Protocol server on standard input and output.

    It needs pip install 'sidings[mcp]'; docs/agents.md says how assistants are told of it.
    """
    needs("sidings mcp", "mcp")
    from sidings.mcp.server import serve_stdio

    serve_stdio()


@app.command
def replay(record: Path, *, at: int | None = None) -> None:
    """Replay a record, check it, and show the table at its end.

    Parameters
    ----------
    record
        A .train file.
    at
        Show the table after this many moves instead.
    """
    table = sidings.replay(record)
    while at is not None and len(table.history) > max(at, 0):
        table.undo()
    console = Console()
    console.print(table)
    console.print(f"{len(table.history)} moves, all legal.", style="dim")


@app.command(name="verify")
def verify_record(record: Path) -> None:
    """Verify a record, and print what it proves and what no record can prove.

    Parameters
    ----------
    record
        A .train file or the JSON of one.
    """
    from sidings.cli.verify import verify

    try:
        found = verify(record)
    except sidings.BadRecord as error:
        sys.exit(f"{record}: {printable(str(error))}")
    print(f"{found.game}, {len(found.players)} players. Proved:")
    print(*(f"- {line}" for line in found.proved), sep="\n")
    print("Not proved, since a record cannot:")
    print(*(f"- {line}" for line in found.unproved), sep="\n")


@app.command
def analyse(record: Path, *, playouts: int = 400, seed: Seed = 0) -> None:
    """Analyse a game: who erred, whom the cards favoured, and the moves that mattered.

    Parameters
    ----------
    record
        A .train file.
    playouts
        How many games are played out to judge a decision, at most; more judge better and take
        longer. Obvious decisions need fewer, and those of a long game share them.
    """
    from sidings.cli.analyse import show_analysis

    try:
        show_analysis(record, playouts, seed)
    except sidings.BadRecord as error:
        sys.exit(f"{record}: {printable(str(error))}")


@app.command
def puzzles(
    game: GameName,
    *,
    count: int = 300,
    out: Annotated[Path | None, Parameter(help="File for the puzzles.")] = None,
    jobs: int | None = None,
    check: int = 0,
    drop: bool = False,
) -> None:
    """Make puzzles from self-play: one move is clearly best, and the rule of thumb misses it.

    After an interruption the same command continues, and a larger count adds more.

    Parameters
    ----------
    count
        Number of puzzles that the file is to have.
    jobs
        Number of processes; one per core if not given.
    check
        Make none, but search so many of the file's puzzles again, ten times as deep.
    drop
        Remove from the file those of which the solution is not confirmed.
    """
    from sidings.lab import puzzle_work
    from sidings.lab.puzzles import read, shipped

    if drop and not (check and out):
        raise sidings.BadOption("--drop needs --check and the file to drop puzzles from, --out")
    chosen = sidings.game(game)
    if not check:
        file = out or Path(f"{chosen.name}-puzzles.json")
        return puzzle_work.make_puzzles(chosen, count, file, jobs)
    found = (read(out, chosen) if out else shipped(chosen)).puzzles
    if not found:
        raise sidings.BadOption("there are no puzzles to check")
    step = max(1, len(found) // check)
    failed = puzzle_work.check_puzzles(chosen, found[::step][:check], jobs)
    if out and drop:
        puzzle_work.drop(out, chosen, failed)
    return None


@app.command
def site(out: Path, *, base: str = "/") -> None:
    """Write the page into a folder that any static host can serve: all but friends elsewhere.

    Parameters
    ----------
    out
        The folder; what was written there before is replaced.
    base
        The path at which the host serves it, such as /trains/.
    """
    from sidings.site import write_site

    write_site(out, base)
    Console().print(f"The site is in {out}.", highlight=False)


@app.command
def arena(
    game: GameName,
    *bots: str,
    games: int = 100,
    players: Annotated[int, Parameter(alias="-n")] = 2,
    options: Options = None,
    deck: Deck = None,
    seed: Seed = 1,
    time_limit: float | None = None,
    luck: bool = False,
    luck_playouts: int = 0,
    jobs: int | None = None,
    out: Out = None,
) -> None:
    """Let bots play a tournament to see how strong they are.

    Each deal is played with the seats rotated, on all cores. After an interruption the same
    command continues. Writes games.csv, settings.json and standings.png.

    Parameters
    ----------
    bots
        random, novice, casual, club, expert, master, grandmaster, blocker, saver, gambler, thumb,
        search:ms=50, clairvoyant (it sees all cards), or "program:COMMAND" for your own in any
        language. With fewer bots than seats they are repeated; with more, every combination plays.
    games
        Number of games, rounded up to whole deals.
    players
        Number of players at a table.
    time_limit
        Seconds per move. A bot that exceeds it gets a random move.
    luck
        Measure the luck of the cards too, and show what is left of the wins without it.
    luck_playouts
        Measure it by so many playouts of each event, such as 400: slower and surer, for bots that
        search.
    jobs
        Number of processes; one per core if not given.
    """
    from sidings.lab.arena.command import run_arena

    run_arena(
        sidings.game(game, deck),
        bots,
        games=games,
        players=players,
        options=_read_options(options),
        seed=seed,
        time_limit=time_limit,
        luck=luck,
        luck_playouts=luck_playouts,
        jobs=jobs,
        out=out,
    )


@lab.command
def report(
    game: GameName,
    *,
    players: Annotated[int | None, Parameter(alias="-n")] = None,
    options: Options = None,
    deck: Deck = None,
    policy: str | None = None,
    games: int = 5000,
    seed: Seed = 1,
    out: Out = None,
) -> None:
    """Write a balance report: one HTML page, with pictures and tables beside it.

    Who is favoured, how long games are, how scores spread, what decides, how often a game turns
    round, luck and skill, and what each option would change. A deck of your own is compared with
    the standard deck.

    Parameters
    ----------
    players
        Number of players at a table.
    policy
        Who plays: club, casual, novice, random, thumb or thumb:depth=1,blur=20. If not given,
        club, or random for a game without a rule of thumb.
    games
        Number of games in each batch; more games show smaller differences.
    """
    from sidings.lab.balance.command import run_report

    run_report(
        sidings.game(game, deck),
        players=players,
        options=_read_options(options),
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
        Console(stderr=True).print(
            printable(str(error)), style="red", markup=False, highlight=False
        )
        sys.exit(2)
