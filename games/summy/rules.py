"""The rules of Summy: the `game` object that the catalogue imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from games.rules import (
    BadNotation,
    Game,
    IllegalMove,
    PlayedMove,
    Seat,
    SeededRandom,
    Square,
    in_common,
    say,
    say_many,
    subtract,
)
from games.summy.model import movegen, moves
from games.summy.model.board import (
    CENTRE,
    EMPTY,
    FINAL_HAND_SIZE,
    GREY,
    HAND_SIZE,
    SIZE,
    START,
    Direction,
    Grid,
    Pieces,
    SummyOptions,
    ordered,
)
from games.summy.model.moves import Move, Sum, Swap, check_hand, placed_by
from games.summy.model.position import (
    PiecesBySeat,
    SummyPosition,
    SummyView,
    crossing_sums,
    description,
    most_of_last_turn,
    parts,
    sums_made,
)

_SUM = re.compile(rf"([a-y](?:2[0-5]|1[0-9]|[1-9]))([rd])([-0-9+x:=]{{2,{SIZE}}})")
_SWAP = re.compile(rf"{moves.SWAP}([-0-9+x:=]{{1,{HAND_SIZE}}})")


class Summy(Game[SummyOptions, SummyPosition, SummyView, Move]):
    """The rules of Summy; `Game` documents the methods."""

    slug = "summy"
    name = "Summy"
    aim = say("Place sums that cross each other. You score every digit in them.")
    example = "j13r 2x3=6"
    has_mirrors = True
    has_facts = True
    options_type = SummyOptions

    def setup(self, options: SummyOptions, rng: SeededRandom) -> SummyPosition:
        """Return the start: an = on the centre, the other pieces shuffled, the first player's hand dealt first."""
        stock = rng.shuffled(_drawn(options))
        return SummyPosition(
            options=options,
            grid=replace(START, arithmetic=options.calculations),
            hands=(stock[:HAND_SIZE], stock[HAND_SIZE : 2 * HAND_SIZE]),
            stock=stock[2 * HAND_SIZE :],
            scores=options.given,
            face_down=options.face_down,
        )

    def legal_moves(self, position: SummyPosition) -> Iterator[Move]:
        """Yield every sum, line by line, then every exchange."""
        return (move for move, _points in self.scored_moves(position))

    def scored_moves(self, position: SummyPosition) -> Iterator[tuple[Move, int]]:
        """Yield every sum, line by line, then every exchange, each with its points; an exchange scores 0."""
        if position.result is None:
            yield from movegen.scored_moves(position.grid, position.hand)

    def judge(self, position: SummyPosition, move: Move) -> PlayedMove:
        """Return the effect of the move: a sum scores the digits of all sums it completes, an exchange 0.

        What an exchange says is public and does not name the pieces.
        """
        if position.result:
            raise IllegalMove(say("The match is over."))
        if isinstance(move, Swap):
            check_hand(position.hand, move.pieces)
            count = len(move.pieces)
            text = say_many("exchanges {count} piece", "exchanges {count} pieces", count=count)
            return PlayedMove(position.to_move, text)
        sums = sums_made(position.grid, position.hand, move)
        squares = dict.fromkeys(square for sum_ in sums for square in sum_.squares)
        points = sum(sum_.points for sum_ in sums)
        return PlayedMove(position.to_move, description(sums), points, tuple(squares), parts=parts(sums))

    def apply(self, position: SummyPosition, move: Move, rng: SeededRandom) -> SummyPosition:
        """Return the position after the move; `rng` shuffles the stock of a mirror match, others are shuffled already.

        After a sum the hand is refilled. Exchanged pieces leave the game, and as many are drawn as the stock has.
        """
        turn = self.judge(position, move)
        if isinstance(move, Swap):
            rest, count = subtract(position.hand, move.pieces), len(move.pieces)
            exchanged = turn.seat.put(position.exchanged, position.exchanged[turn.seat.index] + move.pieces)
            grid = position.grid
        else:
            rest = subtract(position.hand, placed_by(position.grid, move).values())
            count, exchanged, grid = HAND_SIZE - len(rest), position.exchanged, grid_after(position.grid, move)
        stock = rng.redrawn(position.stock, _drawn(position.options)) if position.options.is_mirror else position.stock
        after = replace(
            position.after_turn(turn),
            grid=grid,
            hands=turn.seat.put(position.hands, rest + stock[:count]),
            stock=stock[count:],
            exchanged=exchanged,
        )
        return _ended(after, turn.seat)

    def view(self, position: SummyPosition, viewer: Seat | None) -> SummyView:
        """Return the view without the stock, and until the match is over without hidden hands and exchanged pieces."""
        hands, exchanged = position.hands, position.exchanged
        return SummyView(
            viewer=viewer,
            **in_common(position),
            grid=position.grid,
            hands=position.visible(hands, viewer),
            hand_counts=(len(hands[0]), len(hands[1])),
            stock_count=len(position.stock),
            exchanged=position.visible(exchanged, viewer),
            exchanged_counts=(len(exchanged[0]), len(exchanged[1])),
            finished=position.finished,
        )

    def determinize(self, view: SummyView, rng: SeededRandom) -> SummyPosition:
        """Sample the hidden hand, the hidden exchanged pieces and the stock; all such positions are equally likely."""
        visible = view.grid.pieces
        for pieces in (*view.hands, *view.exchanged):
            visible += pieces or ()
        unseen = iter(rng.shuffled(subtract(view.options.arithmetic.pieces, visible)))
        hands = _dealt(view.hands, view.hand_counts, unseen)
        exchanged = _dealt(view.exchanged, view.exchanged_counts, unseen)
        return SummyPosition(
            **in_common(view),
            grid=view.grid,
            hands=hands,
            stock=tuple(unseen),
            exchanged=exchanged,
            finished=view.finished,
        )

    def encode(self, move: Move) -> str:
        return moves.encode(move)

    def fact(self, move: Move) -> str:
        return "" if isinstance(move, Swap) else move.fact

    def published(self, move: Move) -> str:
        """Return an exchange without its pieces: `swap 4`."""
        return f"{moves.SWAP} {len(move.pieces)}" if isinstance(move, Swap) else moves.encode(move)

    def decode(self, text: str) -> Move:
        """Parse a move; spaces, capitals, the signs of keyboards and any order of exchanged pieces are accepted."""
        plain_text = moves.normalized(text)
        if match := _SWAP.fullmatch(plain_text):
            return Swap(ordered(match[1]))
        if match := _SUM.fullmatch(plain_text):
            return Sum(Square.parse(match[1]), Direction(match[2]), match[3])
        raise BadNotation(
            say(
                "Write the first piece’s square, the direction (r or d) and the whole sum, such as {example}. "
                "Or "
                "write {swap} and the pieces to exchange.",
                example=self.example,
                swap=moves.SWAP,
            )
        )

    def longest(self, options: SummyOptions) -> int:
        """Return the number of pieces without the = on the centre: each move takes at least one piece from a hand."""
        return len(options.arithmetic.pieces) - 1

    def bounds(self, view: SummyView) -> tuple[int, int] | None:
        """Return for each seat an upper bound on the points that it can still score; None before the last turn.

        Before it a turn may score all digits on the board and all that are placed in it twice: more than any lead.
        """
        if view.result or not view.finished:
            return (0, 0) if view.result else None
        return view.to_move.put((0, 0), most_of_last_turn(view, view.to_move))


@cache
def _drawn(options: SummyOptions) -> Pieces:
    """Return the pieces that are dealt and drawn: all but the = on the centre."""
    return subtract(options.arithmetic.pieces, START.at(CENTRE))


def grid_after(grid: Grid, move: Sum) -> Grid:
    """Return the grid with this sum and with the grey pieces at the ends of all sums that it completes."""
    placed = placed_by(grid, move)
    after = grid.with_pieces(placed)
    sums = (move, *crossing_sums(after, placed, move.direction))
    return after.with_pieces({square: GREY for sum_ in sums for square in sum_.ends if after.at(square) == EMPTY})


def _ended(position: SummyPosition, seat: Seat) -> SummyPosition:
    """Return the position with its result if the seat's turn ended the match, else with `finished` set if due.

    A seat has made its last move if its hand has at most `FINAL_HAND_SIZE` pieces; the other seat has one more turn.
    Then most points win, and pieces left in the hands do not count.
    """
    if position.finished:
        return position.decided_by_points(
            say(
                "{who} had {count} pieces or fewer left, and {other} had one more turn.",
                who=position.finished,
                count=FINAL_HAND_SIZE,
                other=position.finished.other,
            )
        )
    if len(position.hands[seat.index]) <= FINAL_HAND_SIZE:
        return replace(position, finished=seat)
    return position


def _dealt(by_seat: PiecesBySeat, counts: tuple[int, int], unseen: Iterator[str]) -> tuple[Pieces, Pieces]:
    """Return the pieces of both seats, dealing those that are hidden (None) from `unseen`."""
    first, second = (
        tuple(next(unseen) for _ in range(count)) if pieces is None else pieces
        for pieces, count in zip(by_seat, counts, strict=True)
    )
    return first, second


game = Summy()
