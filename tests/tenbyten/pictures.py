"""10 BY 10 positions parsed from text diagrams, and helpers that play moves in notation.

A diagram has five rows of five symbols, a dot for an empty square; spaces are ignored::

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
from games.tenbyten.model.board import Grid, TenByTenOptions
from games.tenbyten.model.position import PublicState, TenByTenPosition
from games.tenbyten.rules import game
from tests.game_helpers import GameHelpers

_helpers = GameHelpers[TenByTenPosition](game, SeededRandom(b"some chance", 1))
judge = _helpers.judge
points = _helpers.points
play = _helpers.play
refusal = _helpers.refusal
not_read = _helpers.not_read
laid = _helpers.laid


def grid(diagram: str) -> Grid:
    """Return the grid of a diagram; missing rows at the end are empty."""
    faces = ["" if symbol == "." else symbol for symbol in diagram if symbol in ".1234"]
    return Grid(tuple(faces + [""] * (25 - len(faces))))


def standing(
    diagram: str = "",
    *,
    hand: str = "12",
    other: str = "34",
    container: str = "1234123412",
    captured: tuple[int, int] = (0, 0),
    won: tuple[int, int] = (0, 0),
    starter: Seat = Seat.FIRST,
    to_move: Seat = Seat.FIRST,
    drawn_in_a_row: int = 0,
    options: TenByTenOptions | None = None,
) -> TenByTenPosition:
    """Return a position whose player to move holds `hand`.

    `captured` counts the captured chips, all of face 1. The last `drawn_in_a_row` games were drawn.
    """
    piles = (("1",) * captured[0], ("1",) * captured[1])
    number = sum(won) + drawn_in_a_row + 1
    public = PublicState(
        grid(diagram),
        piles,
        number=number,
        starter=starter,
        turns=5,
        won=won,
        drawn=drawn_in_a_row,
        drawn_in_a_row=drawn_in_a_row,
    )
    return TenByTenPosition(
        options=options or TenByTenOptions(),
        to_move=to_move,
        scores=captured,
        public=public,
        hands=to_move.put((tuple(other), tuple(other)), tuple(hand)),
        container=tuple(container),
    )


def selections(position: TenByTenPosition, text: str) -> list[str]:
    """Return every selection of lines that a placed chip may capture, as text; "" for none."""
    moves = game.variants(game.view(position, position.to_move), game.decode(text))
    assert all(game.judge(position, move) for move in moves)
    return [" ".join(map(str, move.lines)) for move in moves]


def at(position: TenByTenPosition, name: str) -> str:
    """Return the chip on the named square."""
    return position.public.grid.at(Square.parse(name))
