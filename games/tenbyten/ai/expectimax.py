"""Three-ply expectimax: a move, the opponent's best reply with every possible hand, and the own capture after it.

With one or two chips in the container the search is exact, unless chips from red squares return to it; before that the
third ply ends in an estimate. Searching all moves late in a game, not only the best ones, won 50.9 % (50.1 to 51.7) of
4,200 endgames, each position with at most four chips in the container played from both seats.

A fourth ply, the best reply to the own capture, for the six best of ten moves took six times as long and won 52.3 %
(45.4 to 59.0) of 220 mirrored matches: 0.1 of 100 a move, at most 0.3. While three to eight chips are in the container,
short rollouts of the six best moves (24 deals, three moves of the rollout bot, then its evaluation; 75 ms) avoid single
mistakes that cost 10 to 25 of 100, but won 48.7 % (41 to 57) of 80 endgames, each of 40 deals from both seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement
from math import sqrt

from games.rules import Evaluation, by_chance
from games.tenbyten.ai.evaluation import ScoredMove, best_by_chip, expected_best_with, two_ply_value
from games.tenbyten.ai.fast_state import FastState, captures_by_chip, faces_after
from games.tenbyten.ai.win_probability import capture_value
from games.tenbyten.model.chips import HAND_SIZE
from games.tenbyten.model.movegen import Selection
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView

BEAM_WIDTH = 4  # moves that are searched to three plies, the best of the two-ply evaluation
EVALUATED = 8  # moves that are evaluated, at least
ERROR = 0.03  # standard error of a difference between the estimates of two moves
FULL_WIDTH_CONTAINER = 4  # chips in the container: with no more, all moves are searched

Reply = tuple[float, Move, Selection]  # with its value for the opponent


def search(view: TenByTenView) -> list[ScoredMove]:
    """Return the moves of the search, each with the win probability of the game."""
    state = FastState.from_view(view)
    found = [(two_ply_value(state, *candidate), candidate) for candidate in state.moves()]
    width = BEAM_WIDTH if view.container > FULL_WIDTH_CONTAINER else None
    best = sorted(found, key=lambda evaluated: -evaluated[0])[:width]
    if best[0][0] >= 1 or sum(state.unseen.values()) < HAND_SIZE:
        return [(value, move) for value, (move, _selection) in best]
    return [(_three_ply_value(state, move, selection), move) for _value, (move, selection) in best]


def evaluate(view: TenByTenView, moves: Sequence[Move]) -> list[Evaluation[Move]]:
    """Return the best moves of the two-ply evaluation and the given ones with their three-ply values, best first.

    The values are win probabilities of the game, not of the match.
    """
    state, wanted = FastState.from_view(view), set(moves)
    found = sorted(((two_ply_value(state, *candidate), candidate) for candidate in state.moves()), key=_by_value)
    deep = sum(state.unseen.values()) >= HAND_SIZE
    evaluated = []
    for number, (value, (move, selection)) in enumerate(found):
        if number < EVALUATED or move in wanted:
            chance = min(1.0, max(0.0, _three_ply_value(state, move, selection) if deep else value))
            error = 0.0 if _is_exact(state, move, selection) else ERROR * 2 * sqrt(chance * (1 - chance))
            evaluated.append(Evaluation(move, chance, error))
    return by_chance(evaluated)


def _by_value(found: tuple[float, tuple[Move, Selection]]) -> float:
    return -found[0]


def _is_exact(state: FastState, move: Move, selection: Selection) -> bool:
    """Return whether the game ends with the move, or with every reply to it."""
    after = state.race.after(selection.capture)
    if after.is_over or after.container > 1:
        return after.is_over
    captures = captures_by_chip(faces_after(state.faces, move, selection))
    replies = [capture for chip, found in captures.items() if state.unseen.get(chip) for capture in found]
    return all(after.flipped.after(capture).is_over for capture in replies)


def _three_ply_value(state: FastState, move: Move, selection: Selection) -> float:
    """Return the win probability after a move, the mean over the opponent's possible hands."""
    after = state.race.after(selection.capture)
    if after.is_over:
        return capture_value(state.race, selection.capture)
    unseen = state.unseen
    opponent = FastState(faces_after(state.faces, move, selection), tuple(unseen), after.flipped, unseen)
    replies = _best_replies(opponent)
    values = {chip: _value_after(opponent, reply, state.kept_chip(move)) for chip, reply in replies.items()}
    played = ((share, max(hand, key=lambda chip: replies[chip][0])) for share, hand in _possible_hands(unseen))
    return sum(share * values[chip] for share, chip in played)


def _possible_hands(unseen: Mapping[str, int]) -> Iterator[tuple[float, tuple[str, str]]]:
    """Generate every hand of unseen chips with its probability."""
    total = sum(unseen.values())
    for one, other in combinations_with_replacement(sorted(unseen), HAND_SIZE):
        ways = unseen[one] * (unseen[other] - 1) if one == other else 2 * unseen[one] * unseen[other]
        if ways:
            yield ways / (total * (total - 1)), (one, other)


def _best_replies(opponent: FastState) -> dict[str, Reply]:
    """Return the opponent's best reply with each chip."""
    best: dict[str, Reply] = {}
    for move, selection in opponent.moves():
        value = two_ply_value(opponent, move, selection, follow_up_weight=0)
        if move.chip not in best or value > best[move.chip][0]:
            best[move.chip] = value, move, selection
    return best


def _value_after(opponent: FastState, reply: Reply, kept_chip: str) -> float:
    """Return the win probability after the opponent's reply, with the kept chip and one drawn from the unseen ones."""
    _value, move, selection = reply
    race = opponent.race.after(selection.capture)
    if race.is_over:
        return 1 - capture_value(opponent.race, selection.capture)
    captures = captures_by_chip(faces_after(opponent.faces, move, selection))
    values = best_by_chip(captures, partial(capture_value, race.flipped))
    return expected_best_with(kept_chip, values, opponent.unseen)
