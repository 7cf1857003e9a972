"""Expectimax: a move, the opponent's best replies with every possible hand, and the mover's moves after them.

It stops after three or four plies with an estimate by the race, or at the end of the game. With one or two chips in the
container it is exact, unless chips from red squares return to it. In deeper plies hands are drawn from the chips that
are unseen at the root.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from games.rules import Evaluation, by_chance
from games.tenbyten.ai.evaluation import (
    ScoredMove,
    best_by_chip,
    expected_best_of_two,
    expected_best_with,
    two_ply_value,
)
from games.tenbyten.ai.state import NO_CAPTURE, Board, FastState, Race, capture_values, deep_estimate
from games.tenbyten.model.board import FACES, HAND_SIZE, Chips
from games.tenbyten.model.moves import Move, Placement, Selection, combine, find_selections
from games.tenbyten.model.position import TenByTenView

EVALUATED = 8  # moves that are evaluated, at least
ERROR = 0.03  # standard error of a difference between the estimates of two moves with a chance of one half
LEAST_ERROR = 0.001  # of an estimate
SHRINKAGE = 0.75  # slope of the difference between two moves in play-outs on the estimated one (docs/analysis.md)


class Beam(NamedTuple):
    """The limits of a search.

    `moves` is the number of moves that are searched, the best by two plies; None for all. `depth` is the number of
    plies after each of them in which all moves are compared. Of the moves of each chip there, `replies` are searched
    further (beam width): the best by two plies of those that lead to the same race. So each capture has its place.
    """

    moves: int | None
    depth: int
    replies: int


LAST, ENDGAME, USUAL = Beam(None, 1, 1), Beam(12, 2, 1), Beam(6, 2, 1)
LAST_CONTAINER, ENDGAME_CONTAINER = 2, 8  # chips in the container, at most


def search(view: TenByTenView) -> list[ScoredMove]:
    """Return the moves of the search, each with the mover's win probability of the game.

    If the two-ply value of a move reaches 1, the moves are returned with these values, without a search.
    """
    state = FastState.from_view(view)
    beam = _beam(state.race.container)
    ranked = _ranked(state)[: beam.moves]
    after = state.race.after(ranked[0][2].capture)
    if after.is_over and after.final_value == 1:
        return [(value, move) for value, move, _selection in ranked]
    searched = Search(state, beam)
    return [(searched.value(move, selection), move) for _value, move, selection in ranked]


def evaluate(view: TenByTenView, moves: Sequence[Move], *, alone: bool = False) -> list[Evaluation[Move]]:
    """Return the best moves of the two-ply evaluation and the given ones with the values of the search, best first.

    With `alone` only the given ones are searched. The values are win probabilities of the game, not of the match. The
    best of several uncertain ones is overestimated (optimizer's curse), so those that are not exact are shrunk towards
    the mean of the best moves.
    """
    state, targets = FastState.from_view(view), set(moves)
    beam = _beam(state.race.container)
    searched, most = Search(state, beam), 0 if alone else max(EVALUATED, beam.moves or 0)
    evaluated: list[Evaluation[Move]] = []
    for number, (_value, move, selection) in enumerate(_ranked(state)):
        if number < most or move in targets:
            chance = min(1.0, max(0.0, searched.value(move, selection)))
            error = 0.0 if _is_exact(state, move, selection) else error_of(chance)
            evaluated.append(Evaluation(move, chance, error))
    return by_chance(evaluated if beam is LAST else shrunk(evaluated, most or len(evaluated)))


def shrunk(evaluations: Sequence[Evaluation[Move]], count: int) -> list[Evaluation[Move]]:
    """Return the evaluations with the inexact ones shrunk towards the mean of those among the first `count`."""
    if not (estimated := [one.chance for one in evaluations[:count] if one.error]):
        return list(evaluations)
    middle = fmean(estimated)
    return [
        replace(one, chance=middle + SHRINKAGE * (one.chance - middle)) if one.error else one for one in evaluations
    ]


def error_of(chance: float) -> float:
    """Return the standard error of an estimated win probability: never 0, which would say that it is exact."""
    return max(LEAST_ERROR, ERROR * 2 * sqrt(chance * (1 - chance)))


def _beam(container: int) -> Beam:
    if container <= LAST_CONTAINER:
        return LAST
    return ENDGAME if container <= ENDGAME_CONTAINER else USUAL


def _ranked(state: FastState) -> list[tuple[float, Move, Selection]]:
    """Return all moves with their two-ply values, the highest first."""
    moves = [(two_ply_value(state, *candidate, estimate=deep_estimate), *candidate) for candidate in state.moves()]
    return sorted(moves, key=lambda evaluated: -evaluated[0])


def _is_exact(state: FastState, move: Move, selection: Selection) -> bool:
    """Return whether the value of the move is exact: the game ends with it, or with the best reply of each hand to it.

    That is so if each chip has a reply that wins, or all its replies end the game.
    """
    after = state.race.after(selection.capture)
    if after.is_over or after.container > 1:
        return after.is_over
    captures = state.board_after(move, selection).captures()
    for chip in (chip for chip, count in state.unseen.items() if count):
        ends = [after.flipped.after(capture) for capture in (NO_CAPTURE, *captures.get(chip, ()))]
        if not all(end.is_over for end in ends) and not any(end.is_over and end.final_value == 1 for end in ends):
            return False
    return True


class Reply(NamedTuple):
    """A move of the search, with its value, and the race and the board after it."""

    value: float
    race: Race
    board: Board


@dataclass(frozen=True)
class Search:
    """The search from one state; `known` is its transposition table.

    `opponents` has the searches of the opponent, by the chip that the root player keeps.
    """

    state: FastState
    beam: Beam
    known: dict[tuple[Chips, Race, int, str], float] = field(default_factory=dict)
    opponents: dict[str, Search] = field(default_factory=dict)

    def value(self, move: Move, selection: Selection) -> float:
        """Return the mover's win probability of the game after a move of the root."""
        after = self.state.race.after(selection.capture)
        if after.is_over:
            return after.final_value
        board = self.state.board_after(move, selection)
        if sum(self.state.unseen.values()) < HAND_SIZE:
            return 1 - self.chance(board, after.flipped, 0)
        return 1 - self._chance_unaware(board, after.flipped, self.beam.depth, self.state.kept_chip(move))

    def chance(self, board: Board, race: Race, depth: int, kept: str = "") -> float:
        """Return the win probability of the player to move, averaged over its hand (chance node).

        Both chips of the hand are drawn from the unseen ones, or one besides the `kept` chip.
        """
        key = board.faces, race, depth, kept
        if key not in self.known:
            unseen, best = self.state.unseen, self._best_by_chip(board, race, depth, kept)
            self.known[key] = expected_best_with(kept, best, unseen) if kept else expected_best_of_two(best, unseen)
        return self.known[key]

    def _best_by_chip(self, board: Board, race: Race, depth: int, kept: str) -> Mapping[str, float]:
        if not depth:
            return best_by_chip(board.captures(), capture_values(race, deep_estimate))
        chips = [chip for chip in FACES if self.state.unseen.get(chip) or chip == kept]
        return dict.fromkeys(FACES, 0.0) | {
            chip: self._best_reply(replies, depth, 1).value for chip, replies in self._replies(board, race, chips)
        }

    def _chance_unaware(self, board: Board, race: Race, depth: int, kept: str) -> float:
        """Return the win probability of the opponent at the first reply, averaged over its possible hands.

        The opponent chooses without knowing the chip that the root player has kept, which for it is one of the unseen
        ones; the outcome is valued with it.
        """
        unseen = self.state.unseen
        if kept not in self.opponents:
            self.opponents[kept] = Search(replace(self.state, unseen=Counter(unseen) + Counter(kept)), self.beam)
        opponent = self.opponents[kept]
        chips = [chip for chip in FACES if unseen.get(chip)]
        best = {
            chip: opponent._best_reply(replies, depth, 2) for chip, replies in opponent._replies(board, race, chips)
        }
        values = {
            chip: reply.race.final_value
            if reply.race.is_over
            else 1 - self.chance(reply.board, reply.race.flipped, depth - 1, kept)
            for chip, reply in best.items()
        }
        best_chips = ((share, max(hand, key=lambda chip: best[chip].value)) for share, hand in _possible_hands(unseen))
        return sum(share * values[chip] for share, chip in best_chips)

    def _best_reply(self, replies: list[Reply], depth: int, least: int) -> Reply:
        """Return the best of these moves of one chip.

        The best of each outcome are searched deeper if they are at least `least` and `depth` is more than 1.
        """
        best = _best_of_each_outcome(replies, self.beam.replies)
        if depth > 1 and len(best) >= least:
            best = [
                reply
                if reply.race.is_over
                else reply._replace(value=1 - self.chance(reply.board, reply.race.flipped, depth - 1))
                for reply in best
            ]
        return max(best, key=lambda reply: reply.value)

    def _replies(self, board: Board, race: Race, chips: Sequence[str]) -> Iterator[tuple[str, list[Reply]]]:
        """Yield each chip with its moves and their two-ply values."""
        selections = find_selections(board.faces)
        empty = [index for index, face in enumerate(board.faces) if not face]
        quiet = race.after(NO_CAPTURE)
        for chip in chips:
            replies = []
            for index in empty:
                placement = chip, index
                replies.append(self._reply(board, placement, quiet, ()))
                if by_line := selections.get(placement):
                    replies += [
                        self._reply(board, placement, race.after(selection.capture), selection.indices)
                        for selection in combine(by_line)[1:]
                    ]
            yield chip, replies

    def _reply(self, board: Board, placement: Placement, race: Race, emptied: Sequence[int]) -> Reply:
        after = board.after(placement, emptied)
        return Reply(race.final_value if race.is_over else 1 - self.chance(after, race.flipped, 0), race, after)


def _best_of_each_outcome(replies: list[Reply], number: int) -> list[Reply]:
    """Return the best `number` of these moves by two plies for each race after them, so that no capture is left out."""
    by_race: dict[Race, list[Reply]] = {}
    for reply in sorted(replies, key=lambda reply: -reply.value):
        by_race.setdefault(reply.race, []).append(reply)
    return [reply for alike in by_race.values() for reply in alike[:number]]


def _possible_hands(unseen: Mapping[str, int]) -> Iterator[tuple[float, tuple[str, str]]]:
    """Yield every hand of unseen chips with its probability, which comes first."""
    total = sum(unseen.values())
    for one, other in combinations_with_replacement(sorted(unseen), HAND_SIZE):
        ways = unseen[one] * (unseen[other] - 1) if one == other else 2 * unseen[one] * unseen[other]
        if ways:
            yield ways / (total * (total - 1)), (one, other)
