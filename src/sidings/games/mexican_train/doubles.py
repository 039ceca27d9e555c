"""Mexican Train: the doubles that wait for a domino that confirms them."""

from sidings.games.mexican_train.state import (
    CONFIRMED,
    DOMINO,
    FREE,
    IN_ORDER,
    LAST,
    NO_TRAIN,
    NONE,
    OWN,
    RELEASED,
    TRAINS,
    UNCONFIRMED,
    State,
)
from sidings.kernel import Array, kernel, tell
from sidings.kernel.events import EVERYBODY, NOWHERE


@kernel
def owed(s: State) -> int:
    """The train with the double that the player in turn must confirm, if any."""
    if s.first_train and s.first_turns != 0:  # MT-28: they wait until all first turns are over
        return NO_TRAIN
    if s.doubles != OWN:  # MT-18, MT-31: the first that was laid
        return int(s.waiting[0])
    i = 0  # nobody lays a double before they have confirmed their own: fewer wait than trains are
    while s.waiting[i] != NO_TRAIN and s.laid_by[i] != s.turn:
        i += 1
    return int(s.waiting[i])


@kernel
def is_dead(s: State, number: int) -> bool:
    """MT-32: every domino of the number is on the table."""
    on_table = 0
    for other in range(s.highest + 1):
        if s.before[DOMINO[number, other]] != NONE:
            on_table += 1
    return bool(on_table > s.highest)


@kernel
def waits(s: State, train: int) -> bool:
    """Whether a train ends with an unconfirmed double."""
    found = False
    for i in range(TRAINS):
        found = found or s.waiting[i] == train
    return found


@kernel
def confirm(s: State, seat: int, train: int, number: int, events: Array | None) -> None:
    """A domino was laid on a train: a double that waited there is confirmed."""
    for i in range(TRAINS):
        if s.waiting[i] == train:
            _remove(s, i)
            tell(events, CONFIRMED, seat, DOMINO[number, number], NOWHERE, train, EVERYBODY)
            return


@kernel
def add_double(s: State, seat: int, train: int, events: Array | None) -> None:
    """A double was laid on a train and has to be confirmed, unless a house rule says otherwise."""
    number = int(s.end[train])
    if s.doubles == FREE:
        return
    if s.doubles == LAST and s.more:  # MT-31: only the last is to be confirmed
        _release(s, 0, events)
    if s.release and is_dead(s, number):
        tell(events, RELEASED, seat, DOMINO[number, number], NOWHERE, train, EVERYBODY)
        return
    i = 0
    while s.waiting[i] != NO_TRAIN:
        i += 1
    s.waiting[i] = train
    s.laid_by[i] = seat
    tell(events, UNCONFIRMED, seat, DOMINO[number, number], NOWHERE, train, EVERYBODY)


@kernel
def allows_more(s: State) -> bool:
    """MT-31: who has laid a double may lay another before it is confirmed."""
    return bool(s.doubles in (LAST, IN_ORDER))


@kernel
def release_dead(s: State, events: Array | None) -> None:
    """MT-32: doubles that nothing can confirm any more do not wait any longer."""
    i = 0
    while i < TRAINS and s.waiting[i] != NO_TRAIN:
        if is_dead(s, s.end[s.waiting[i]]):
            _release(s, i, events)
        else:
            i += 1


@kernel
def _release(s: State, i: int, events: Array | None) -> None:
    train = int(s.waiting[i])
    number = s.end[train]
    tell(events, RELEASED, s.laid_by[i], DOMINO[number, number], NOWHERE, train, EVERYBODY)
    _remove(s, i)


@kernel
def _remove(s: State, i: int) -> None:
    while i < TRAINS - 1 and s.waiting[i + 1] != NO_TRAIN:
        s.waiting[i] = s.waiting[i + 1]
        s.laid_by[i] = s.laid_by[i + 1]
        i += 1
    s.waiting[i] = NO_TRAIN
    s.laid_by[i] = NO_TRAIN


@kernel
def forget_doubles(s: State) -> None:
    s.double = NO_TRAIN
    s.more = 0
    for i in range(TRAINS):
        s.waiting[i] = NO_TRAIN
        s.laid_by[i] = NO_TRAIN
