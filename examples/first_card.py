"""A bot in twenty lines that uses nothing of Sidings: it could be written in any language.

For each decision it reads one line of JSON and answers with one line, the move.

    sidings arena game-of-trains random "program:python examples/first_card.py" --games 100
"""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    seat = question["seat"]  # mine, from 1
    moves = question["moves"]  # the legal ones, in notation
    position = question["position"]  # what I may see; docs/notation.md explains its keys
    # question["deck"] lists the cards: the ability of each number, or the objectives
    print(f"seat {seat} in phase {position['phase']}", file=sys.stderr)  # shown if I crash
    if moves[0].startswith("place"):  # Game of Trains: put low numbers left, high ones right
        wanted = 1 + position["drawn"] * 7 // 85
        moves.sort(key=lambda move: abs(int(move.split()[1]) - wanted))
    print(moves[0], flush=True)
