"""What decides a match of 10 BY 10 that stopped early: an event's end, a claim, a resignation; and drawn games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import BadNotation, Result, Seat, say
from games.tenbyten.ai.evaluation import expected_best_of_two
from games.tenbyten.ai.state import FastState, match_win_probability
from games.tenbyten.display import display
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.tenbyten.pictures import standing


@pytest.mark.parametrize(
    ("won", "captured", "winner"),
    [
        ((1, 0), (2, 9), Seat.FIRST),  # a game won weighs more than all chips of the next one
        ((0, 1), (9, 2), Seat.SECOND),
        ((1, 1), (9, 2), Seat.FIRST),
        ((0, 0), (2, 9), Seat.SECOND),
        ((1, 1), (3, 3), None),
    ],
)
def test_at_the_end_of_an_event_games_decide_and_then_chips(
    won: tuple[int, int], captured: tuple[int, int], winner: Seat | None
) -> None:
    """Neither counts for ratings, and the score is that of the games."""
    over = game.adjudicate(standing(won=won, captured=captured))
    assert over.result
    assert (over.result.winner, over.result.counts, over.scores) == (winner, False, won)


def last_chip(**changes: object) -> TenByTenPosition:
    """Return a position in which any turn of the second player draws the last chip, and loses the match by it."""
    given: dict[str, object] = {"hand": "11", "other": "11", "captured": (0, 4), "container": "1", "won": (1, 0)}
    return standing("1", to_move=Seat.SECOND, **given | changes)  # type: ignore[arg-type]


def is_decided(position: TenByTenPosition, seat: Seat = Seat.FIRST) -> bool:
    return game.is_decided(game.view(position, seat), seat)


def test_a_match_is_decided_only_by_the_last_chip_of_a_game_that_wins_it() -> None:
    sure = last_chip()
    sure = replace(sure, public=replace(sure.public, captured=((), ("1", "1", "1", "2"))))
    assert is_decided(sure)
    claimed = game.claim(sure, Seat.FIRST)
    assert (claimed.scores, claimed.result and claimed.result.winner) == ((2, 0), Seat.FIRST)
    assert not is_decided(claimed)  # it is over
    assert not is_decided(replace(sure, to_move=Seat.FIRST))
    assert not is_decided(replace(sure, container=("1", "2")))
    assert not is_decided(replace(sure, public=replace(sure.public, won=(0, 0))))
    assert not is_decided(replace(sure, public=replace(sure.public, captured=(("3",), ("4",)))))  # it would be drawn


def adjudicated(position: TenByTenPosition) -> tuple[Seat | None, bool, tuple[int, int]]:
    over = game.adjudicate(position)
    assert over.result
    return over.result.winner, over.result.counts, over.scores


def test_a_decided_match_is_won_by_who_has_proved_it_at_the_end_of_an_event() -> None:
    sure = last_chip()
    sure = replace(sure, public=replace(sure.public, captured=((), ("1", "1", "1", "2"))))
    assert adjudicated(sure) == (Seat.FIRST, True, (1, 0))


@pytest.mark.parametrize(
    ("drawn", "won", "value"), [(2, (1, 0), 0.0), (2, (0, 1), 1.0), (2, (1, 1), 0.5), (1, (0, 1), 0.5)]
)
def test_the_last_drawn_game_is_as_good_as_a_win_for_who_is_behind(
    drawn: int, won: tuple[int, int], value: float
) -> None:
    position = standing(won=won, drawn_in_a_row=drawn)
    assert FastState.from_view(game.view(position, Seat.FIRST)).race.draw_value == value
    mirrored = replace(position, to_move=Seat.SECOND)
    assert FastState.from_view(game.view(mirrored, Seat.SECOND)).race.draw_value == (1 - value if value != 0.5 else 0.5)


def test_the_chance_to_win_the_match_follows_from_the_games_won() -> None:
    chances = {(0, 0): 0.5, (1, 0): 0.75, (0, 1): 0.25, (1, 1): 0.5, (2, 0): 1, (2, 1): 1, (0, 2): 0, (1, 2): 0}
    assert {won: match_win_probability(*won) for won in chances} == chances


def test_of_two_chips_drawn_the_better_one_counts() -> None:
    values = {"1": 0.0, "2": 1.0}
    assert expected_best_of_two(values, {"1": 1}) == 1  # fewer than two are left: the best of all
    assert expected_best_of_two(values, {"1": 1, "2": 1}) == 1
    assert expected_best_of_two(values, {"1": 2}) == 0
    assert expected_best_of_two(values, {"1": 2, "2": 1}) == pytest.approx(2 / 3)


def test_a_move_names_eight_groups_at_most() -> None:
    """Four directions, and two groups of each that meet in the placed chip."""
    eight = "3c3xa3:c3xc3:e3xc1:c3xc3:c5xa1:c3xc3:e5xa5:c3xc3:e1"
    assert len(game.decode(eight).lines) == 8
    with pytest.raises(BadNotation) as refused:
        game.decode(f"{eight}xa3:e3")
    assert str(refused.value.reason).startswith("Write the chip and its square")


def test_squares_light_up_only_for_a_chip_in_hand_on_an_empty_square() -> None:
    lit = []
    for row, hand in (("3 4 . . .", "33"), ("3 4 . . .", "44"), ("3 4 3 . .", "33")):
        view = game.view(standing(row, hand=hand), Seat.FIRST)
        lit.append(bool(display.highlights(view, display.placements_of(view, game.decode("3c1")))))
    assert lit == [True, False, False]


def test_after_the_match_no_square_lights_up() -> None:
    position = standing("3 4 . . .", hand="33")
    chip = display.placements_of(game.view(position, Seat.FIRST), game.decode("3c1"))
    assert display.highlights(game.view(position, Seat.FIRST), chip)
    over = replace(position, result=Result(None, say("")))
    assert display.highlights(game.view(over, Seat.FIRST), chip) == ()
