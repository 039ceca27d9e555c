"""Mexican Train: a position as one seat sees it becomes a whole one (docs/notation.md)."""

from sidings.games.mexican_train.state import HIGH, LOW, PHASES, PLAY, State, set_size
from sidings.games.mexican_train.text import name, read_domino
from sidings.games.reading import Position, Unseen, leaves, listed


def complete(position: Position, s: State) -> Position:
    """MT-4: a position as one seat sees it, with every domino in some place."""
    seats = range(s.players)
    whole: Position = {
        "phase": PHASES[PLAY],
        "round": 1,
        "scores": [0 for _ in seats],
        "trains": [[] for _ in seats],
        "mexican": None,
        "markers": [False for _ in seats],
        "boneyard": None,
        "drawn": None,
        "passes": 0,
        **position,
    }
    whole.setdefault("first_turns", _first_turns(whole))
    whole.setdefault("double", _only_double(whole))
    unseen = Unseen(_not_shown(whole, s))
    if isinstance(whole.get("hands"), list):
        whole["hands"] = [unseen.pile(hand, "hands") for hand in whole["hands"]]
    whole["drawn"] = unseen.card(whole["drawn"], "drawn")
    whole["boneyard"] = unseen.rest(whole["boneyard"], "boneyard")
    return whole


def _first_turns(whole: Position) -> list[int]:
    """MT-9: who has neither a train nor a marker has not had a turn."""
    trains, markers = listed(whole["trains"], "trains"), listed(whole["markers"], "markers")
    pairs = enumerate(zip(trains, markers, strict=False), start=1)
    return [seat for seat, (train, marker) in pairs if not train and not marker]


def _only_double(whole: Position) -> int | str | None:
    """MT-16: the train that ends with a double, when there is just one."""
    trains: list[tuple[int | str, object]] = [("m", whole["mexican"])]
    trains += enumerate(listed(whole["trains"], "trains"), start=1)
    found = []
    for lane, train in trains:
        numbers = read_domino(train[-1]) if isinstance(train, list) and train else None
        if numbers is not None and numbers[0] == numbers[1]:
            found.append(lane)
    return found[0] if len(found) == 1 else None


def _not_shown(whole: Position, s: State) -> list[str]:
    alone = [f"{whole.get('engine')}-{whole.get('engine')}", whole["drawn"]]
    places = [whole.get(key) for key in ("hands", "trains", "mexican", "boneyard")]
    shown = {read_domino(value) for value in leaves(alone, *places)}
    return [
        name(domino)
        for domino in range(set_size(s.highest))
        if (LOW[domino], HIGH[domino]) not in shown and (HIGH[domino], LOW[domino]) not in shown
    ]
