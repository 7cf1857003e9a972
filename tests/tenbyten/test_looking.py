"""What the strongest computer of 10 BY 10 knows when a game is nearly over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from games.rules import Dice
from games.tenbyten.answering import weigh_by_chances
from games.tenbyten.bots import LooksAhead, hasty
from games.tenbyten.moves import Move
from games.tenbyten.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.tenbyten.plain_expectimax import GoesOn, chances

ENDS = {1: 28, 2: 4}  # chips in the container, and how many such positions are tried


def late(container: int) -> Iterator[tuple[TenByTenPosition, dict[Move, float]]]:
    """Positions of many first games with so many chips in the container, and the true chances of all moves."""
    for position in (position for number in range(400) for position in first_game(number)):
        if len(position.container) == container:
            try:
                found = chances(replace(position, last=None))
            except GoesOn:
                continue
            if len(set(found.values())) > 1:
                yield position, found


def first_game(number: int) -> Iterator[TenByTenPosition]:
    """All positions of a game between two hasty players."""
    position, ply = game.setup(game.Options(), Dice(b"late", number)), 0
    while position.public.number == 1:
        yield position
        ply += 1
        move = hasty.choose(game.view(position, position.to_move), Dice(b"hasty", ply))
        position = game.apply(position, move, Dice(b"chance", ply))


@pytest.mark.parametrize("container", ENDS)
@pytest.mark.slow
def test_the_last_moves_are_exact(container: int) -> None:
    """With one or two chips left it knows the true chances over all hidden hands, as trying everything finds them."""
    tried = list(islice(late(container), ENDS[container]))
    assert len(tried) == ENDS[container]
    for position, true in tried:
        view = game.view(position, position.to_move)
        weighed = {move: chance for chance, move in weigh_by_chances(view)}
        assert weighed == pytest.approx(true)
        assert true[LooksAhead().choose(view, Dice(b"some chance"))] == pytest.approx(max(true.values()))
