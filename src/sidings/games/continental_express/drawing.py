"""Continental Express drawn for the terminal."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sidings.games.continental_express import rules
from sidings.games.continental_express.deck import CardList
from sidings.games.continental_express.rules import (
    CHOOSING,
    COLOURS,
    COLUMNS,
    CONTRACT_NAMES,
    DERAILMENT,
    HIDDEN,
    LAST_OBJECTIVE,
    LINES,
    LOCOMOTIVE,
    NONE,
    OVER,
    TICKET,
    VISIBLE,
    State,
)
from sidings.games.continental_express.text import LINE_NAMES, Names, lacking, short_of

DIM, TITLE, READY, WARNING = "dim", "bold", "bold green", "bold red"
CHARACTER = "bold italic"
# No card, wagons by kind with the commonest first, locomotive, ticket.
STYLES = ("", "yellow", "cyan", "blue", "magenta", "green", "bold red", "bold yellow")
COLOUR_STYLES = ("bold blue", "bold yellow", "bold", "bold red", "bold green")
LETTERS = ("B", "Y", "K", "R", "G")  # blue and black begin alike

PRICES = ("free", "1 ticket", "2 tickets")
ASKED = (
    "Keep one of your two contracts.",
    "Take a card and pay for its column.",
    "Your Investor: take another card, free of charge, or decline.",
    "Your Pickpocket: rob somebody of all tickets, or decline.",
    "Your Pointsman: trade a wagon for one of another player's, or decline.",
    "Your Director: take a company token, or decline.",
    "Validate an objective, or be done.",
    "The train has arrived.",
)
CONTRACT_WORDS = {
    "pairs": "3 points for each pair of icons of one colour",
    "triplets": "7 points for each three icons of one colour",
    "trios": "5 points for each three icons of three colours",
    "four": "6 points for four icons of four colours",
    "two-pairs": "7 points for two pairs of two colours",
}
NOT_YET = "The market and the objectives are turned up when everybody has chosen a contract."
RECONSTRUCTION = "The card lists of this deck are a reconstruction: the booklet prints totals only."


def draw(s: State, seat: int, names: Sequence[str], cards: CardList) -> RenderableType:
    parts: list[RenderableType] = [Text(NOT_YET, DIM)]
    if s.phase != CHOOSING:
        parts = [_market(s, seat, cards.kinds), _objectives(s, seat, cards.kinds)]
    parts += [_player(s, other, seat, names, cards.kinds) for other in _order(s, seat)]
    parts.append(_asked(s, seat, names))
    if cards.reconstructed:
        parts.append(Text(RECONSTRUCTION, DIM))
    return Group(*(part for each in parts for part in (each, Text())))


def _order(s: State, seat: int) -> list[int]:
    """Opponents in turn order, then the viewer at the bottom."""
    first = max(seat, 0)
    return [(first + 1 + i) % s.players for i in range(s.players)]


# --- What is shared


def _market(s: State, seat: int, kinds: Names) -> RenderableType:
    """Three lines sliding to the left; the prices that the viewer can pay stand out."""
    grid = Table.grid(padding=(0, 1))
    width = 2 + max(len(name) for name in kinds)
    purse = int(s.tickets[seat]) if seat >= 0 else -1
    prices = [
        Text(price.center(width), READY if column <= purse else DIM)
        for column, price in enumerate(PRICES)
    ]
    grid.add_row(Text("Market", TITLE), Text(), *prices)
    for line in range(LINES):
        grid.add_row(
            Text(f"{LINE_NAMES[line]:>5} ", TITLE),
            Text("◀━", DIM),
            *(_card(int(s.lines[line, column]), width, kinds) for column in range(COLUMNS)),
            Text("◀━ ", DIM).append(_pile(int(s.pile_sizes[line]))),
        )
    return grid


def _card(card: int, width: int, kinds: Names) -> Text:
    if card == NONE:
        return Text("·".center(width), DIM)
    return Text(f"[{kinds[card].center(width - 2)}]", _style(card))


def _style(card: int) -> str:
    return STYLES[card] if card < DERAILMENT else CHARACTER


def _pile(size: int) -> Text:
    return Text(f"▒▒ {size}" if size else "empty", DIM)


def _objectives(s: State, seat: int, kinds: Names) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    heading = Text("Objectives", TITLE)
    for i in range(VISIBLE):
        objective = int(s.objectives[i])
        grid.add_row(
            heading if i == 0 else Text(),
            Text(str(i + 1), TITLE),
            _icon(int(s.colour[objective])).append(f" {COLOURS[s.colour[objective]]}"),
            Text(f"{s.points[objective]:2} points"),
            _wagons([int(n) for n in s.needs[objective]], kinds),
            _readiness(s, seat, objective, kinds),
        )
    grid.add_row(Text(), Text(), Text(f"▒▒ {s.objective_pile_size} more", DIM))
    return grid


def _icon(colour: int) -> Text:
    """A company's colour, and its letter for those who cannot see it."""
    return Text.assemble((f"({LETTERS[colour]})", COLOUR_STYLES[colour]))


def _wagons(counts: Sequence[int], kinds: Names) -> Text:
    words = [
        (f"{n} {kinds[i + 1]}" if n > 1 else kinds[i + 1], STYLES[i + 1])
        for i, n in enumerate(counts)
        if n
    ]
    return Text(" + ", DIM).join(Text(*word) for word in words)


def _readiness(s: State, seat: int, objective: int, kinds: Names) -> Text:
    if seat < 0:
        return Text()
    lack = lacking(s, seat, objective)
    if not lack:
        return Text("you have the wagons ✓", READY)
    short = Counter(short_of(s, seat, objective, kinds))
    words = ", ".join(f"{n} {name}" if n > 1 else name for name, n in short.items())
    return Text(f"you lack {lack} of {words}" if lack < short.total() else f"you lack {words}", DIM)


# --- Who has what


def _player(s: State, seat: int, viewer: int, names: Sequence[str], kinds: Names) -> RenderableType:
    name = Text(f"{seat + 1} {names[seat]}", TITLE if seat == viewer else "")
    if s.phase != OVER and seat == s.turn:
        name.append(" ◀")
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=18, no_wrap=True)
    depot = _wagons([int(n) for n in s.wagons[seat]], kinds)
    grid.add_row(name, Text("▟█▙▖", STYLES[LOCOMOTIVE]), depot or Text("empty depot", DIM))
    tickets = int(s.tickets[seat])
    purse = Text(
        f"{tickets} ticket" if tickets == 1 else f"{tickets} tickets",
        STYLES[TICKET] if tickets else DIM,
    )
    grid.add_row(Text(), Text("ooo", DIM), Text("   ").join([purse, *_company(s, seat)]))
    for line in _contract_lines(s, seat):
        grid.add_row(Text(), Text(), line)
    return grid


def _company(s: State, seat: int) -> list[Text]:
    """Tokens and validated objectives: all that counts for a contract."""
    tokens = [colour for colour in range(len(COLOURS)) for _ in range(s.tokens[seat, colour])]
    validated = [int(number) for number in s.validated[seat, : s.validated_count[seat]]]
    parts = []
    if tokens:
        parts.append(Text("tokens ").append_text(Text(" ").join(_icon(c) for c in tokens)))
    if validated:
        trains = [_icon(int(s.colour[n])).append(f"{s.points[n]}") for n in validated]
        heading = f"{len(validated)} of {LAST_OBJECTIVE} objectives "
        parts.append(Text(heading).append_text(Text(" ").join(trains)))
    return parts


def _contract_lines(s: State, seat: int) -> list[Text]:
    if s.phase == CHOOSING and s.offered[seat, 0] > NONE:
        return [
            Text(f"contract {i + 1}: {_contract_words(int(s.offered[seat, i]))}") for i in range(2)
        ]
    contract = int(s.contracts[seat])
    if contract == NONE:
        return [Text("chooses a contract", DIM)]
    if contract == HIDDEN:
        return [Text("contract ?", DIM)]
    worth = int(rules.contract_points(s, seat))
    words = Text(f"contract: {_contract_words(contract)}")
    if s.phase != OVER:
        return [words.append(f" (now {worth})", DIM)]
    objectives, tickets = int(rules.objective_points(s, seat)), int(s.tickets[seat])
    total = f"{objectives} + contract {worth} + tickets {tickets} = {objectives + worth + tickets}"
    return [words, Text(f"objectives {total}", TITLE)]


def _contract_words(contract: int) -> str:
    name = CONTRACT_NAMES[contract - 1]
    return CONTRACT_WORDS.get(name, f"2 points for each {name} icon")


def _asked(s: State, seat: int, names: Sequence[str]) -> Text:
    """What is asked of the viewer, or whom one waits for; and how near the end is."""
    mine = seat == s.turn or s.phase == OVER
    asked = Text(ASKED[s.phase] if mine else f"{names[s.turn]} is to play.", TITLE)
    if s.last_turns:
        asked.append(f"  Last turns: {s.last_turns} left, this one included.", WARNING)
    return asked
