"""Positions of 10 BY 10 drawn as text, and short words to play with them.

A picture has five rows of five signs, a dot for an empty square; spaces between them are for the eye::

    standing('''
        3 . 2 . .
        1 . . 2 1
        . . 3 4 .
        1 . . . .
        . . 3 . .
    ''', hand="23")
"""

from __future__ import annotations

from games.rules import Seat, SeededRandom, Square
from games.tenbyten.model.grid import Grid
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import Public, TenByTenPosition
from games.tenbyten.rules import game
from tests.verbs import Verbs

_verbs = Verbs[TenByTenPosition](game, SeededRandom(b"some chance", 1))
judge = _verbs.judge
points = _verbs.points
play = _verbs.play
refusal = _verbs.refusal
not_read = _verbs.not_read
laid = _verbs.laid


def grid(picture: str) -> Grid:
    """The board of the picture; rows that are left out at the end are empty."""
    faces = ["" if sign == "." else sign for sign in picture if sign in ".1234"]
    return Grid(tuple(faces + [""] * (25 - len(faces))))


def standing(
    picture: str = "",
    *,
    hand: str = "12",
    other: str = "34",
    container: str = "1234123412",
    captured: tuple[int, int] = (0, 0),
    won: tuple[int, int] = (0, 0),
    starter: Seat = Seat.FIRST,
    to_move: Seat = Seat.FIRST,
    in_a_row: int = 0,
    options: TenByTenOptions | None = None,
) -> TenByTenPosition:
    """A position whose player to move holds `hand`; so many chips are `captured`, all of them 1.

    `in_a_row` games before this one were drawn, one after the other.
    """
    piles = (("1",) * captured[0], ("1",) * captured[1])
    number = sum(won) + in_a_row + 1
    public = Public(
        grid(picture), piles, number=number, starter=starter, turns=5, won=won, drawn=in_a_row, in_a_row=in_a_row
    )
    return TenByTenPosition(
        options=options or TenByTenOptions(),
        to_move=to_move,
        scores=captured,
        public=public,
        hands=to_move.put((tuple(other), tuple(other)), tuple(hand)),
        container=tuple(container),
    )


def choices(position: TenByTenPosition, text: str) -> list[str]:
    """Everything that may be captured when this chip is laid: the ends of the lines, "" for nothing."""
    moves = game.variants(game.view(position, position.to_move), game.decode(text))
    assert all(game.judge(position, move) for move in moves)
    return [" ".join(map(str, move.lines)) for move in moves]


def at(position: TenByTenPosition, name: str) -> str:
    """What lies on this square."""
    return position.public.grid.at(Square.parse(name))
