"""The search of 10 BY 10 without limits against the same search written plainly."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice
from statistics import fmean

import pytest

from games.rules import Evaluation, Square
from games.tenbyten.ai.expectimax import SHRINKAGE, Beam, Search, error_of, evaluate, search, shrunk
from games.tenbyten.ai.state import NO_CAPTURE, FastState, Race, deep_estimate
from games.tenbyten.lessons import position_from
from games.tenbyten.model.board import FACES, Chips, index_of
from games.tenbyten.model.moves import Move, Selection, generate_moves
from games.tenbyten.rules import game

FOUR_SQUARES_LEFT = """
    1 2 3 . 2 4
    2 4 1 2 1 3
    3 4 . 2 . 3
    4 1 4 2 3 1
    5 . 1 2 4 3
"""
POSITION = position_from(FOUR_SQUARES_LEFT, "42", other="13", container="134")


@dataclass(frozen=True)
class Plain:
    """Expectimax to a depth: hands are drawn from the same unseen chips at every turn.

    For the opponent the chip that the player has kept is one of them.
    """

    unseen: Chips

    def after(self, faces: Chips, race: Race, move: Move, selection: Selection, depth: int, kept: str = "") -> float:
        """Return the win probability of the player who makes this move."""
        after = race.after(selection.capture)
        if after.is_over:
            return after.final_value
        if depth < 0:
            return 1 - deep_estimate(after.flipped)
        new = list(faces)
        new[index_of(move.square)] = move.chip
        for index in selection.indices:
            new[index] = ""
        return 1 - self.chance(tuple(new), after.flipped, depth, kept)

    def best(self, faces: Chips, race: Race, chip: str, depth: int) -> tuple[float, tuple[Move, Selection]]:
        """Return the best move with this chip, and its value."""
        moves = list(generate_moves(faces, (chip,)))
        values = [self.after(faces, race, *move, depth - 1) for move in moves]
        return max(values), moves[values.index(max(values))]

    def chance(self, faces: Chips, race: Race, depth: int, kept: str = "", known: str = "") -> float:
        """Return the win probability of the player to move, who does not know what the other has kept."""
        chooser = Plain((*self.unseen, *kept))
        best = {chip: chooser.best(faces, race, chip, depth) for chip in {*self.unseen, *known}}
        if known:
            return fmean(max(best[known][0], best[chip][0]) for chip in self.unseen)
        played = [max(hand, key=lambda chip: best[chip][0]) for hand in combinations(self.unseen, 2)]
        if not kept:
            return fmean(best[chip][0] for chip in played)
        return fmean(self.reply(faces, race, *best[chip][1], depth, kept) for chip in played)

    def reply(self, faces: Chips, race: Race, move: Move, selection: Selection, depth: int, kept: str) -> float:
        """Return what this move is worth to the one who plays it, if the other holds the kept chip."""
        after = race.after(selection.capture)
        if after.is_over:
            return after.final_value
        new = FastState(faces, (), race, {}).board_after(move, selection).faces
        return 1 - self.chance(new, after.flipped, depth - 1, known=kept)


def test_the_search_is_the_plain_one() -> None:
    """With three plies: in a deeper search equally good replies can leave the other player more or less."""
    state = FastState.from_view(game.view(POSITION, POSITION.to_move))
    searched = Search(state, Beam(None, 1, 1))
    plain = Plain(tuple(chip for chip in FACES for _ in range(state.unseen[chip])))
    for move, selection in state.moves():
        expected = plain.after(state.faces, state.race, move, selection, 1, state.kept_chip(move))
        assert searched.value(move, selection) == pytest.approx(expected)


def test_an_estimate_is_never_taken_for_certain() -> None:
    assert error_of(0.5) == 0.03
    assert 0 < error_of(0.0) == error_of(1.0) < error_of(0.5)


QUIET_REPLIES_ALIKE = position_from(
    """
    1 1 2 . 3 .
    2 . . . . 3
    3 . 1 1 4 2
    4 4 1 . . .
    5 . 3 . 2 .
    """,
    "24",
    other="11",
    container="3344",
    captured=("1222", "3344"),
)


KEPT_ONE = position_from(
    """
    1 4 3 2 2 .
    2 . . . . 4
    3 2 1 . . .
    4 3 1 . . .
    5 . 1 3 4 3
    """,
    "14",
    other="22",
    container="223",
    captured=("1113", "3444"),
)


def test_the_opponent_reckons_with_the_chip_that_was_kept() -> None:
    """It sees all other 1s: if it takes none for hidden, it leaves the line that the kept 1 completes, and loses."""
    found = {game.encode(move): value for value, move in search(game.view(KEPT_ONE, KEPT_ONE.to_move))}
    assert found["4c4"] == pytest.approx(0.5)
    assert found["4b2xb1:b5"] < 0.5


def test_a_capture_is_searched_where_all_quiet_replies_look_better() -> None:
    """By two plies the opponent's best replies are a dozen quiet squares; a capture for 6 to 4 wins more often."""
    view = game.view(QUIET_REPLIES_ALIKE, QUIET_REPLIES_ALIKE.to_move)
    found = {game.encode(move): value for value, move in search(view)}
    assert max(found, key=lambda text: found[text]) == "4c1xa1:d1"
    assert found["4a5"] < found["4c1xa1:d1"] - 0.1


def test_who_has_fewer_chips_has_won_with_the_last_one() -> None:
    assert deep_estimate(Race(3, 4, 1)) == 1
    assert deep_estimate(Race(4, 4, 1, 1.0)) == 1
    assert 0 < deep_estimate(Race(5, 4, 1)) < 0.5 <= deep_estimate(Race(4, 4, 1))


def test_estimates_are_shrunk_towards_the_mean_of_the_best_moves() -> None:
    """What is exact stays, and does not count in the mean; nor does a move that was only asked for."""
    best, rival, win, played = (
        Evaluation(Move(chip, Square(1, 1)), chance, error)
        for chip, chance, error in (("1", 0.7, 0.03), ("2", 0.5, 0.03), ("3", 1.0, 0.0), ("4", 0.1, 0.03))
    )
    chances = [one.chance for one in shrunk([best, rival, win, played], 3)]
    assert chances == pytest.approx([0.675, 0.525, 1.0, 0.225])
    assert shrunk([win], 3) == [win]


def test_moves_are_said_to_differ_by_less_than_the_search_finds() -> None:
    view = game.view(POSITION, POSITION.to_move)
    found = {move: value for value, move in search(view)}
    said = {one.move: one.chance for one in evaluate(view, []) if one.error}
    first, *others = said.keys() & found.keys()
    gaps = {move: found[first] - found[move] for move in others}
    assert any(abs(gap) > 0.1 for gap in gaps.values())
    assert {move: said[first] - said[move] for move in others} == pytest.approx(
        {move: SHRINKAGE * gap for move, gap in gaps.items()}
    )


def test_a_deeper_search_finds_the_best_replies_of_the_plain_one() -> None:
    state = FastState.from_view(game.view(POSITION, POSITION.to_move))
    searched = Search(state, Beam(None, 2, 99))
    plain = Plain(tuple(chip for chip in FACES for _ in range(state.unseen[chip])))
    race = state.race.after(NO_CAPTURE).flipped
    for move, _selection in islice(state.moves(), 2):
        board = state.board.after((move.chip, index_of(move.square)))
        assert searched.chance(board, race, 2) == pytest.approx(plain.chance(board.faces, race, 2))
