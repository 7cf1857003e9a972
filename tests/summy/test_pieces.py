"""The pieces: how many there are, that none gets lost, and who sees them."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import Seat, SeededRandom
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.playing import play as play_match
from tests.summy.pictures import play, standing


def test_there_are_127_of_them() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    found = Counter(_everything(start))
    assert found.total() == 127
    assert found == {**dict.fromkeys("0123456789", 8), **dict.fromkeys("+-x:", 7), "=": 19}
    assert [pile.count for pile in game.sealed(start)] == [8, 8, 110]
    assert start.grid.rows[12][12] == "="


@pytest.mark.parametrize("number", range(4))
def test_no_piece_is_lost_or_made(number: int) -> None:
    played = play_match(game, game.options_type(), number)
    everything = _everything(played.positions[0])
    assert all(_everything(position) == everything for position in played.positions)


def test_everybody_counts_the_stock_and_the_hands() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    assert [pile.count for pile in game.piles(game.view(start, Seat.FIRST))] == [110, 8]
    assert [pile.count for pile in game.piles(game.view(start, None))] == [110, 8, 8]


def test_the_stock_is_dealt_in_its_sealed_order() -> None:
    after = play(standing(hand="2x361+1=", stock="987654"), "j13r 2x3=6")
    assert after.hands[0] == tuple("1+1=9876")
    assert after.stock == tuple("54")


def test_what_is_exchanged_leaves_the_game() -> None:
    after = play(standing(hand="2x361+1=", stock="987654"), "swap 11+")
    assert after.hands[0] == tuple("2x36=987")
    assert after.gone == (tuple("11+"), ())


def test_nobody_sees_more_than_they_may() -> None:
    position = play(standing(hand="11111118", other="99999994", stock="777777"), "swap 8", "swap 4")
    mine, theirs, watching = (game.view(position, viewer) for viewer in (Seat.FIRST, Seat.SECOND, None))
    assert (mine.hands, mine.gone) == ((tuple("11111117"), None), (("8",), None))
    assert (theirs.hands, theirs.gone) == ((None, tuple("99999997")), (None, ("4",)))
    assert (watching.hands, watching.gone) == ((None, None), (None, None))
    assert "9" not in repr(mine.hands)
    assert watching.stock == 4
    assert all("8" not in str(view.last) or view is mine for view in (mine, theirs, watching))


def test_the_other_hand_and_the_stock_change_nothing_for_me() -> None:
    one, two = standing(other="00000000", stock="11"), standing(other="99999999", stock="22")
    assert game.view(one, Seat.FIRST) == game.view(two, Seat.FIRST)
    assert list(map(game.encode, game.legal_moves(one))) == list(map(game.encode, game.legal_moves(two)))


def test_who_imagines_remembers_what_they_exchanged() -> None:
    position = play(game.setup(game.options_type(), SeededRandom(b"seed")), "swap " + "".join(_first(2)))
    view = game.view(position, Seat.FIRST)
    for number in range(5):
        imagined = game.determinize(view, SeededRandom(b"imagined", number))
        assert imagined.gone == position.gone
        assert imagined.hands[0] == position.hands[0]
        assert _everything(imagined) == _everything(position)


def test_everybody_sees_everything_when_it_is_over() -> None:
    over = play(standing(hand="2x36", other="012"), "j13r 2x3=6", "swap 0")
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        view = game.view(over, viewer)
        assert view.hands == ((), ("1", "2"))
        assert view.gone == ((), ("0",))


def _first(count: int) -> tuple[str, ...]:
    return game.setup(game.options_type(), SeededRandom(b"seed")).hand[:count]


def _everything(position: SummyPosition) -> list[str]:
    """Every piece: in hands and stock, exchanged and on the board."""
    lying = [face for row in position.grid.rows for face in row if face not in ".#"]
    return sorted([*lying, *position.stock, *(piece for part in position.hands + position.gone for piece in part)])
