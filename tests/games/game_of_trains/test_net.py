"""What the network of Game of Trains is told of a move."""

import numpy as np

import sidings
from games.game_of_trains.positions import (
    ALMOST,
    ANN,
    BOB,
    PROTECT,
    REMOVE_RIGHT,
    SWAP,
    lock,
    position,
)
from rulebook import rule
from senses import Told, told
from sidings.games.parts import Senses, foresee


@rule("GT-20")
def test_a_card_that_completes_the_train_wins() -> None:
    table = sidings.load(position(ALMOST, BOB, phase="place", drawn=60))
    assert Told(table, "place 7").wins
    assert not Told(table, "place 1").wins


@rule("GT-13")
@rule("GT-16")
def test_a_removal_leaves_holes_where_nothing_is_protected() -> None:
    table = sidings.load(
        position(ANN, BOB, locks=[lock(), lock(right=PROTECT)], row=[REMOVE_RIGHT])
    )
    told = Told(table, "remove right")
    assert told.own("wagons") == [*ANN[:6], 0]
    assert told.other("wagons") == BOB
    assert told.other("locks") == [-1, -1, 0]
    assert told.other("present") == [0]
    assert told.other("present", seat=2) == [-1]


@rule("GT-17")
def test_a_wagon_that_moves_loses_its_lock() -> None:
    table = sidings.load(position(ANN, BOB, locks=[lock(left=PROTECT), lock()], row=[SWAP]))
    told = Told(table, "swap 1 2")
    assert told.own("wagons")[:2] == [ANN[1], ANN[0]]
    assert told.own("locks") == [-1, -1, -1]
    assert told.own("row") == [-1] * 8
    assert Told(table, "swap 2 3").own("locks") == [0, -1, -1]
    assert Told(table, "draw").own("draws") == [0]


def test_what_is_remembered_of_trains_is_what_would_be_worked_out_anew() -> None:
    table = sidings.load(position(ANN, BOB, row=[SWAP, REMOVE_RIGHT]))
    senses: Senses = table.game.part("net").SENSES
    scratch, inputs = (
        np.zeros(senses.lasting_scratch, senses.kind),
        np.zeros(senses.count, np.int16),
    )
    for action in 2 * table.actions():
        foresee(table._states[0], action, scratch, inputs)
        assert inputs.tolist() == told(table.game, table._states, action)[1].tolist()
