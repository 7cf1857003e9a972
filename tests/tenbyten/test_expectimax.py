"""What the strongest computer of 10 BY 10 knows when a game is nearly over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from games.rules import SeededRandom
from games.tenbyten.ai.expectimax import weigh_by_chances
from games.tenbyten.bots import LooksAhead, hasty
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.tenbyten.plain_expectimax import GoesOn, chances

ENDS = {1: 28, 2: 4}  # chips in the container, and how many such positions are tried


def late(
    container: int, won: tuple[int, int] = (0, 0), in_a_row: int = 0
) -> Iterator[tuple[TenByTenPosition, dict[Move, float]]]:
    """Positions of many first games with so many chips in the container, and the true chances of all moves.

    As if so many games had been `won` before, and then so many drawn.
    """
    for position in (position for number in range(400) for position in first_game(number)):
        if len(position.container) == container:
            public = replace(position.public, won=won, drawn=in_a_row, in_a_row=in_a_row)
            position = replace(position, public=public)
            try:
                found = chances(replace(position, last=None))
            except GoesOn:
                continue
            if len(set(found.values())) > 1:
                yield position, found


def first_game(number: int) -> Iterator[TenByTenPosition]:
    """All positions of a game between two hasty players."""
    position, ply = game.setup(game.options_type(), SeededRandom(b"late", number)), 0
    while position.public.number == 1:
        yield position
        ply += 1
        move = hasty.choose(game.view(position, position.to_move), SeededRandom(b"hasty", ply))
        position = game.apply(position, move, SeededRandom(b"chance", ply))


@pytest.mark.parametrize("container", ENDS)
@pytest.mark.slow
def test_the_last_moves_are_exact(container: int) -> None:
    """With one or two chips left it knows the true chances over all hidden hands, as trying everything finds them."""
    tried = list(islice(late(container), ENDS[container]))
    assert len(tried) == ENDS[container]
    assert_exact(tried)


@pytest.mark.parametrize("won", [(1, 0), (0, 1), (1, 1)])
def test_the_last_moves_are_exact_where_a_drawn_game_makes_the_match_a_draw(won: tuple[int, int]) -> None:
    """Whoever leads must win this game then, and whoever has won fewer is content with a drawn one."""
    tried = list(islice(late(1, won, in_a_row=2), 12))
    assert len(tried) == 12
    assert_exact(tried)
    plain = [weigh_by_chances(game.view(usual, usual.to_move)) for usual in (_usual(one) for one, _true in tried)]
    now = [weigh_by_chances(game.view(one, one.to_move)) for one, _true in tried]
    assert (now == plain) == (won == (1, 1))


def _usual(position: TenByTenPosition) -> TenByTenPosition:
    """The same with no drawn game before."""
    return replace(position, public=replace(position.public, in_a_row=0))


def assert_exact(tried: list[tuple[TenByTenPosition, dict[Move, float]]]) -> None:
    """Fails unless the computer knows the true chances and chooses by them."""
    for position, true in tried:
        view = game.view(position, position.to_move)
        weighed = {move: chance for chance, move in weigh_by_chances(view)}
        assert weighed == pytest.approx(true)
        assert true[LooksAhead().choose(view, SeededRandom(b"some chance"))] == pytest.approx(max(true.values()))
