"""Monte Carlo tree search over determinizations: a second opinion that knows the rules and nothing else.

Information set MCTS with one observer (Cowling, Powley and Whitehouse, 2012): each iteration deals the unseen chips
again, walks down one tree by UCB1, and plays the rest at random. It has the moves and the counting of captures in
common with `expectimax`, but neither its estimates nor its choice of moves, so that the two do not err together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from games.rules import Evaluation, SeededRandom, by_chance
from games.tenbyten.ai.state import FastState, Race
from games.tenbyten.model.board import COLOURS, HAND_SIZE, RED, SQUARES, Chips, index_of, put_back
from games.tenbyten.model.moves import NO_LINES, Move, Selection, combine, find_selections
from games.tenbyten.model.position import TenByTenView

ITERATIONS = 4000  # for each move; a half is to learn, and of the others the second half is counted
LEAST_DEVIATION = 0.1  # of a result, as a few hundred equal ones do not make sure
EXPLORATION = 0.4  # of UCB1, for results from 0 to 1

Step = tuple[str, int, Selection]  # a chip, the index of its square, and what it captures
Key = tuple[str, int, tuple[int, ...]]


@dataclass(slots=True)
class Node:
    """A move in the tree: how often it was possible and was made, and the sum of the results for its player."""

    possible: int = 0
    visits: int = 0
    results: float = 0.0
    after: dict[Key, Node] = field(default_factory=dict)

    def choose(self, steps: Sequence[Step]) -> tuple[Step, Node]:
        """Return the step with the highest upper confidence bound among these, which are possible now, and its node."""
        nodes = []
        for step in steps:
            chip, index, selection = step
            node = self.after.setdefault((chip, index, selection.indices), Node())
            node.possible += 1
            nodes.append((step, node))
        return max(nodes, key=lambda pair: _bound(pair[1]))


class Deal(NamedTuple):
    """A position with nothing hidden, from the point of view of the player to move."""

    faces: Chips
    hand: Chips
    other: Chips
    container: Chips
    race: Race

    def after(self, step: Step, rng: SeededRandom) -> Deal:
        """Return the deal after a step that does not end the game, for the other player."""
        chip, placed, selection = step
        race, container = self.race.after(selection.capture), self.container
        faces, hand = list(self.faces), list(self.hand)
        hand.remove(chip)
        faces[placed] = chip
        if selection.capture.red:
            back = (faces[index] for index in selection.indices if COLOURS.get(SQUARES[index]) == RED)
            container = put_back(container, back, rng)
        for index in selection.indices:
            faces[index] = ""
        drawn = len(container) - race.container  # bonus chips, and one for the hand
        return Deal(tuple(faces), self.other, (*hand, container[drawn - 1]), container[drawn:], race.flipped)


def judge(view: TenByTenView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]]:
    """Return the win probabilities of the game after these moves, with standard errors, best first.

    The opponent does not know the chip that the mover has kept. So it learns in every second iteration, in which that
    chip is dealt too; the others are played with the chip that it is, and are counted (re-determinizing, Goodman 2019).
    """
    state, evaluations = FastState.from_view(view), []
    unseen = [chip for chip, count in sorted(state.unseen.items()) for _ in range(count)]
    for move in moves:
        step, kept, root, results = _step(state, move), state.kept_chip(move), Node(), []
        for iteration in range(ITERATIONS):
            is_learning = iteration % 2 == 0
            own, *hidden = rng.shuffled([kept, *unseen]) if is_learning else (kept, *rng.shuffled(unseen))
            other, container = tuple(hidden[:HAND_SIZE]), tuple(hidden[HAND_SIZE:])
            deal = Deal(state.faces, (move.chip, own), other, container, state.race)
            result = _play(deal, step, root, rng, learns=is_learning)
            if not is_learning and iteration >= ITERATIONS // 2:
                results.append(result)
        error = max(stdev(results), LEAST_DEVIATION) / sqrt(len(results))
        evaluations.append(Evaluation(move, fmean(results), error))
    return by_chance(evaluations)


def _play(deal: Deal, step: Step, root: Node, rng: SeededRandom, *, learns: bool) -> float:
    """Play one iteration after the step of the root, and return its result for who makes it, 0 to 1.

    `learns` says whether the opponent's nodes are updated, too.
    """
    path, turns, is_new = [root], 0, False
    while not (race := deal.race.after(step[2].capture)).is_over:
        deal = deal.after(step, rng)
        turns += 1
        if is_new:
            step = _random_step(deal, rng)
        else:
            step, node = path[-1].choose(_steps(deal))
            is_new = not node.visits
            path.append(node)
    result = 1 - race.final_value if turns % 2 else race.final_value
    for number, node in enumerate(path):
        if learns or number % 2 == 0:
            node.visits += 1
            node.results += 1 - result if number % 2 else result
    return result


def _bound(node: Node) -> float:
    if not node.visits:
        return 1.1 + node.possible  # each is tried once, the one that was possible most often first
    return node.results / node.visits + EXPLORATION * sqrt(log(node.possible) / node.visits)


def _step(state: FastState, move: Move) -> Step:
    return move.chip, index_of(move.square), next(selection for legal, selection in state.moves() if legal == move)


def _steps(deal: Deal) -> list[Step]:
    """Return the steps of the player to move: all, or one that wins the game."""
    captures = _captures(deal)
    empty = [index for index, face in enumerate(deal.faces) if not face]
    steps = [*captures, *((chip, index, NO_LINES) for chip in sorted(set(deal.hand)) for index in empty)]
    winning = next((step for step in steps if _wins(deal.race.after(step[2].capture))), None)
    return [winning] if winning else steps


def _random_step(deal: Deal, rng: SeededRandom) -> Step:
    """Return a step that wins the game, else a random one; captures are as likely as all others together."""
    steps = _steps(deal)
    captures = [step for step in steps if step[2] is not NO_LINES]
    if 0 < len(captures) < len(steps):
        steps = captures if rng.below(2) else steps[len(captures) :]
    return steps[rng.below(len(steps))]


def _wins(race: Race) -> bool:
    return race.is_over and race.final_value == 1


def _captures(deal: Deal) -> list[Step]:
    return [
        (chip, index, selection)
        for (chip, index), by_line in find_selections(deal.faces).items()
        if chip in deal.hand
        for selection in combine(by_line)[1:]
    ]
