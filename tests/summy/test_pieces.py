"""The pieces: their number, their conservation through a match, and their visibility."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import Seat, SeededRandom
from games.summy.display import display
from games.summy.model.board import SummyOptions
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.playing import play as play_match
from tests.summy.pictures import play, standing


def test_there_are_127_of_them() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    found = Counter(_all_pieces(start))
    assert found.total() == 127
    assert found == {**dict.fromkeys("0123456789", 8), **dict.fromkeys("+-x:", 7), "=": 19}
    assert [pile.count for pile in display.sealed(start)] == [8, 8, 110]
    assert start.grid.rows[12][12] == "="


@pytest.mark.parametrize("number", range(4))
def test_no_piece_is_lost_or_added(number: int) -> None:
    played = play_match(game, game.options_type(), number)
    everything = _all_pieces(played.positions[0])
    assert all(_all_pieces(position) == everything for position in played.positions)


def test_the_sizes_of_the_stock_and_the_hands_are_public() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    assert [pile.count for pile in display.piles(game.view(start, Seat.FIRST))] == [110, 8]
    assert [pile.count for pile in display.piles(game.view(start, None))] == [110, 8, 8]


def test_the_stock_is_dealt_in_its_sealed_order() -> None:
    after = play(standing(hand="2x361+1=", stock="987654"), "j13r 2x3=6")
    assert after.hands[0] == tuple("1+1=9876")
    assert after.stock == tuple("54")


def test_exchanged_pieces_leave_the_game() -> None:
    after = play(standing(hand="2x361+1=", stock="987654"), "swap 11+")
    assert after.hands[0] == tuple("2x36=987")
    assert after.exchanged == (tuple("11+"), ())


def test_hidden_pieces_are_in_no_other_view() -> None:
    position = play(standing(hand="11111118", other="99999994", stock="777777"), "swap 8", "swap 4")
    mine, theirs, watching = (game.view(position, viewer) for viewer in (Seat.FIRST, Seat.SECOND, None))
    assert (mine.hands, mine.exchanged) == ((tuple("11111117"), None), (("8",), None))
    assert (theirs.hands, theirs.exchanged) == ((None, tuple("99999997")), (None, ("4",)))
    assert (watching.hands, watching.exchanged) == ((None, None), (None, None))
    assert "9" not in repr(mine.hands)
    assert watching.stock_count == 4
    assert all("8" not in str(view.last) or view is mine for view in (mine, theirs, watching))


def test_the_view_does_not_depend_on_the_other_hand_or_the_stock() -> None:
    one, two = standing(other="00000000", stock="11"), standing(other="99999999", stock="22")
    assert game.view(one, Seat.FIRST) == game.view(two, Seat.FIRST)
    assert list(map(game.encode, game.legal_moves(one))) == list(map(game.encode, game.legal_moves(two)))


def test_a_determinization_keeps_what_the_viewer_knows() -> None:
    position = play(game.setup(game.options_type(), SeededRandom(b"seed")), "swap " + "".join(_first(2)))
    view = game.view(position, Seat.FIRST)
    for number in range(5):
        sampled = game.determinize(view, SeededRandom(b"sampled", number))
        assert sampled.exchanged == position.exchanged
        assert sampled.hands[0] == position.hands[0]
        assert _all_pieces(sampled) == _all_pieces(position)


def test_hands_and_exchanged_pieces_are_public_after_the_end() -> None:
    over = play(standing(hand="2x36", other="012"), "j13r 2x3=6", "swap 0")
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        view = game.view(over, viewer)
        assert view.hands == ((), ("1", "2"))
        assert view.exchanged == ((), ("0",))


def _first(count: int) -> tuple[str, ...]:
    return game.setup(game.options_type(), SeededRandom(b"seed")).hand[:count]


def _all_pieces(position: SummyPosition) -> list[str]:
    """Return every piece: in the hands and the stock, exchanged and on the board."""
    on_board = [face for row in position.grid.rows for face in row if face not in ".#"]
    held_or_exchanged = [piece for pieces in position.hands + position.exchanged for piece in pieces]
    return sorted([*on_board, *position.stock, *held_or_exchanged])


@pytest.mark.parametrize(
    ("calculations", "total", "signs"),
    [("+-20", 84, {"+": 9, "-": 9}), ("+-x5", 81, dict.fromkeys("+-x", 6)), ("+-x", 81, dict.fromkeys("+-x", 6))],
)
def test_the_easier_choices_have_fewer(calculations: str, total: int, signs: dict[str, int]) -> None:
    found = Counter(_all_pieces(game.setup(SummyOptions(calculations=calculations), SeededRandom(b"seed"))))
    ones = 8 if calculations == "+-20" else 5
    assert found.total() == total
    assert found == {**dict.fromkeys("0123456789", 5), "1": ones, **signs, "=": 13}
