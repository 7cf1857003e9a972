"""The games of a match: their ends, the interlude between them, and the score of the match in games."""

from __future__ import annotations

import random

import pytest

from games.rules import Forfeit, Seat, SeededRandom
from games.tenbyten.display import display
from games.tenbyten.model.board import COLOURS, RED, TenByTenOptions
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import MAX_TURNS, game
from tests.tenbyten.pictures import play, standing

NEARLY = """
    . . . . .
    . . 4 . .
    . . 4 . .
"""


def won_game() -> TenByTenPosition:
    """Return a match in which anna has just captured her eleventh chip, and game 2 was dealt."""
    return play(standing(NEARLY, hand="22", captured=(8, 6)), "2c4xc2:c4")


def test_the_next_game_is_dealt_at_once() -> None:
    after = won_game()
    assert after.result is None
    assert after.scores == (0, 0)
    assert after.public.captured == ((), ())
    assert after.public.number == 2
    assert [len(hand) for hand in after.hands] == [2, 2]
    assert len(after.container) == 23


def test_the_interlude_names_the_winner_from_the_viewers_side() -> None:
    after = won_game()
    interludes = {viewer: display.interlude(game.view(after, viewer)) for viewer in (Seat.FIRST, Seat.SECOND, None)}
    assert {viewer: str(interlude.text) for viewer, interlude in interludes.items() if interlude} == {
        Seat.FIRST: "You won game 1. The winner captured 11 chips.",
        Seat.SECOND: "Your opponent won game 1. The winner captured 11 chips.",
        None: "Player 1 won game 1. The winner captured 11 chips.",
    }


def test_the_interlude_shows_the_last_board_and_move() -> None:
    interlude = display.interlude(game.view(won_game(), Seat.SECOND))
    assert interlude is not None
    assert [str(cell.square) for cell in interlude.board.cells if cell.face] == ["c4"]
    assert not any(cell.takes for cell in interlude.board.cells)
    assert [str(square) for square in interlude.squares] == ["c4", "c2", "c3"]
    assert [pile.count for pile in interlude.piles] == [6, 11]


def test_the_interlude_is_shown_until_both_players_have_moved() -> None:
    after = won_game()
    for shown in (True, True, False):
        assert bool(display.interlude(game.view(after, None))) is shown
        after = game.apply(after, next(game.legal_moves(after)), _rng())


def test_the_new_board_marks_no_squares_of_the_previous_game() -> None:
    after = won_game()
    assert after.last is not None
    assert after.last.points == 3
    assert game.view(after, Seat.FIRST).last is None
    moved = game.apply(after, next(game.legal_moves(after)), _rng())
    assert game.view(moved, Seat.FIRST).last == moved.last


def test_after_a_drawn_game_the_other_player_starts() -> None:
    drawn = standing(hand="12", container="4", captured=(4, 4), starter=Seat.SECOND)
    after = play(drawn, "1a1")
    assert after.to_move is Seat.FIRST
    interlude = display.interlude(game.view(after, Seat.FIRST))
    assert interlude is not None
    assert str(interlude.text) == "Game 1 was drawn. The container is empty, and both captured 4 chips."
    assert _piles(after, Seat.FIRST)["Drawn"] == 1


def test_a_drawn_game_counts_for_neither_player() -> None:
    after = play(standing(hand="12", container="4", captured=(4, 4), won=(1, 1)), "1a1")
    assert after.result is None
    assert after.public.won == (1, 1)
    assert after.public.number == 4


def draw_again(
    drawn_in_a_row: int, won: tuple[int, int] = (0, 0), options: TenByTenOptions | None = None
) -> TenByTenPosition:
    """Return a match after another drawn game: the container is empty, each player has captured four chips."""
    return play(
        standing(hand="12", container="4", captured=(4, 4), won=won, drawn_in_a_row=drawn_in_a_row, options=options),
        "1a1",
    )


@pytest.mark.parametrize("won", [(0, 0), (1, 0), (1, 1)])
def test_three_drawn_games_in_a_row_make_the_match_a_draw(won: tuple[int, int]) -> None:
    assert draw_again(1, won).result is None
    over = draw_again(2, won)
    assert over.result is not None
    assert (over.result.winner, over.result.counts, over.scores) == (None, True, won)
    assert str(over.result.reason) == (
        "The container is empty, and both captured 4 chips. Three games in a row were drawn, so the match is a draw."
    )
    assert [str(cell.square) for cell in display.board(game.view(over, None)).cells if cell.face] == ["a1"]
    assert list(game.legal_moves(over)) == []


def test_a_decided_game_resets_the_count_of_drawn_games_in_a_row() -> None:
    won = play(standing(NEARLY, hand="22", captured=(8, 6), drawn_in_a_row=2), "2c4xc2:c4")
    assert (won.public.drawn_in_a_row, won.public.drawn) == (0, 2)
    assert draw_again(0, (1, 0)).public.drawn_in_a_row == 1


def test_a_match_from_before_the_limit_has_none() -> None:
    before = game.options_type.read({})
    assert draw_again(2, options=before).result is None
    assert draw_again(9, options=before).public.drawn_in_a_row == 10
    assert (game.longest(before), game.options_type.read(game.options_type().data())) == (None, game.options_type())
    assert before.renewed() == game.options_type()
    assert before.summary() == game.options_type().summary() == ()


def test_no_game_and_no_match_exceeds_its_maximum_length() -> None:
    longest, rng = 0, random.Random(1)
    for number in range(60):
        position, moves, number_before, begun = game.setup(game.options_type(), SeededRandom(bytes([number]))), 0, 1, 0
        while position.result is None:
            found = list(game.legal_moves(position))
            reds = [move for move in found if move.captured and all(COLOURS.get(s) == RED for s in move.captured)]
            quiet = [move for move in found if not move.captured]
            position = game.apply(
                position, rng.choice(reds or quiet or found), SeededRandom(bytes([number]), moves + 1)
            )
            moves += 1
            if position.public.number != number_before or position.result:
                longest, begun, number_before = max(longest, moves - begun), moves, position.public.number
        assert moves <= (game.longest(game.options_type()) or 0)
    assert 23 <= longest <= MAX_TURNS


def test_the_second_won_game_ends_the_match_and_its_board_stays() -> None:
    over = play(standing(NEARLY, hand="22", captured=(8, 6), won=(1, 0)), "2c4xc2:c4")
    assert over.result is not None
    assert over.result.winner is Seat.FIRST
    assert over.result.counts
    assert over.scores == (2, 0)
    assert display.interlude(game.view(over, None)) is None
    assert [str(cell.square) for cell in display.board(game.view(over, None)).cells if cell.face] == ["c4"]
    assert _piles(over, Seat.SECOND)["Opponent captured"] == 11


def test_a_resignation_loses_the_match_whatever_the_games_won() -> None:
    over = game.forfeit(standing(captured=(8, 6), won=(1, 0)), Seat.FIRST, Forfeit.RESIGNED)
    assert over.scores == (1, 0)
    assert over.result is not None
    assert over.result.winner is Seat.SECOND


def test_the_piles_name_the_games_from_the_viewers_side() -> None:
    position = standing(captured=(3, 1), won=(1, 0))
    assert _piles(position, Seat.SECOND) == {
        "Game no.": 2,
        "Won": 0,
        "Lost": 1,
        "Chips in the container": 10,
        "You captured": 1,
        "Opponent captured": 3,
    }
    assert _piles(position, None)["Won by Player 1"] == 1


def _piles(position: TenByTenPosition, viewer: Seat | None) -> dict[str, int]:
    return {str(pile.label): pile.count for pile in display.piles(game.view(position, viewer))}


def _rng() -> SeededRandom:
    return SeededRandom(b"seed", 3)
