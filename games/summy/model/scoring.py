"""Judges a move: whether it stands, and which sums it makes."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules import IllegalMove, PlayedMove, Seat, Sentence, Square, listed, plain, say, say_many
from games.summy.model.board import GREY, Grid
from games.summy.model.equations import face, is_sum
from games.summy.model.geometry import Direction, on_board
from games.summy.model.legality import check_sum
from games.summy.model.moves import Sum, Swap
from games.summy.model.notation import encode
from games.summy.model.pieces import Pieces, lacking

Laid = dict[Square, str]


def judge_sum(grid: Grid, hand: Pieces, move: Sum) -> tuple[Sum, ...]:
    """Every complete sum of the turn, the one that the notation names first; raises IllegalMove."""
    _check_squares(grid, move)
    laid = laid_by(grid, move)
    if not laid:
        raise IllegalMove(say("Nothing new is laid there."))
    after = grid.adding(laid)
    whole = after.stretch(move.start, move.direction)
    check_sum(whole.text)
    if whole != move:
        raise IllegalMove(say("The whole stretch is the sum: write {text}.", text=encode(whole)))
    if len(laid) == len(move.text):
        raise IllegalMove(say("At least one piece of the sum must lie on the board already."))
    check_held(hand, laid.values())
    crossing = crossing_sums(after, laid, move.direction)
    if len(laid) == 1 and crossing and move.direction is Direction.DOWN:
        raise IllegalMove(say("This piece makes two sums: write {text}.", text=encode(crossing[0])))
    return (move, *crossing)


def laid_by(grid: Grid, move: Sum) -> Laid:
    """The new pieces of the move, by their squares."""
    pairs = zip(move.squares, move.text, strict=True)
    return {square: piece for square, piece in pairs if not grid.has_piece(square)}


def crossing_sums(after: Grid, laid: Iterable[Square], direction: Direction) -> tuple[Sum, ...]:
    """The complete sums that run across this direction through the laid pieces, which lie there already."""
    found = (after.stretch(square, direction.other) for square in laid)
    return tuple(stretch for stretch in found if is_sum(stretch.text))


def check_held(hand: Pieces, needed: Iterable[str]) -> None:
    """Raises IllegalMove unless the hand holds all these pieces."""
    for piece in lacking(hand, needed):
        if held := hand.count(piece):
            raise IllegalMove(say("You have too few {piece}: only {held}.", piece=face(piece), held=held))
        raise IllegalMove(say("You have no {piece}.", piece=face(piece)))


def tell(seat: Seat, sums: tuple[Sum, ...]) -> PlayedMove:
    """The sums of a turn in public."""
    squares = dict.fromkeys(square for found in sums for square in found.squares)
    return PlayedMove(seat, _spelled(sums), sum(found.points for found in sums), tuple(squares))


def tell_swap(seat: Seat, move: Swap) -> PlayedMove:
    """An exchange in public: how many pieces, but not which."""
    count = len(move.pieces)
    return PlayedMove(seat, say_many("exchanges {count} piece", "exchanges {count} pieces", count=count))


def _spelled(sums: tuple[Sum, ...]) -> Sentence:
    if len(sums) == 1:
        return plain(str(sums[0]))
    return listed(*(plain(f"{found} ({found.points})") for found in sums))


def _check_squares(grid: Grid, move: Sum) -> None:
    """Raises IllegalMove where the pieces of the move cannot lie, or do not."""
    for square, piece in zip(move.squares, move.text, strict=True):
        name, old = str(move.start), grid.at(square)
        if not on_board(square):
            raise IllegalMove(say("From {square} the sum runs off the board.", square=name))
        if old == GREY:
            raise IllegalMove(say("{square} is closed by a grey piece.", square=str(square)))
        if grid.has_piece(square) and old != piece:
            raise IllegalMove(
                say("On {square} lies {old}, and what lies there never changes.", square=str(square), old=face(old))
            )
