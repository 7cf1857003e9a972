"""How Summy is shown, and how placed pieces become a move: the `display` object that the catalogue imports."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from games.rules import (
    PIECES,
    Board,
    Cell,
    Command,
    Display,
    IllegalMove,
    Light,
    Pile,
    Placements,
    Reason,
    Seat,
    Sentence,
    Square,
    Tile,
    marked,
    say,
    sealed_piles,
    squares_for,
)
from games.rules.reasons import Theme
from games.summy.model.board import (
    DIGITS,
    EMPTY,
    EQUALS,
    GREY,
    OPERATORS,
    ORDER,
    SIZE,
    SQUARES,
    Direction,
    Grid,
    Pieces,
    SummyOptions,
    on_board,
)
from games.summy.model.equations import MIN_LENGTH, format_piece, is_sum
from games.summy.model.movegen import scored_sums
from games.summy.model.moves import SWAP, Move, Placed, Sum, check_hand, check_sum, normalized, placed_by, run_through
from games.summy.model.position import SummyPosition, SummyView, crossing_sums

PIECE, NUMBER, SYMBOL, CLOSED = "piece", "number", "symbol", "grey"
GREY_FACE = "■"
SPOKEN = {"+": say("plus"), "-": say("minus"), "x": say("times"), ":": say("divided by"), "=": say("equals")}
_SUM = re.compile(r"[-0-9+x:]+=[0-9]+")


class SummyDisplay(Display[SummyOptions, SummyPosition, SummyView, Move]):
    """The display of Summy; `Display` documents the methods."""

    guidance = (
        say("Make a whole sum in a row or column with a piece on the board. Now that is the = on the centre."),
        say("Every digit of the sum counts, including those already there. Grey pieces block its two ends."),
        say("A sum may have several signs; times and divided by come first. Sums may cross."),
        say("No sum? Exchange pieces. With four pieces or fewer left after drawing, you have made your last move."),
    )
    vocabulary = PIECES
    reasons = {
        **Display.reasons,
        "next": marked("After it, your next sum is worth about {after} on average, not {before}."),
        "more_next": marked(
            "It scores {more} more, and your next sum is worth about {after} on average, not {before}."
        ),
        "less_next": marked(
            "It scores {fewer} less, but your next sum is worth about {after} on average, not {before}."
        ),
        "swap": marked("New pieces make your next sum worth about {after} on average, not {before}."),
    }
    lights_up = say("the squares where you can use a piece, and lines that read as a complete sum")

    def compose(self, view: SummyView, placements: Placements) -> Sum:
        if view.result:
            raise IllegalMove(say("The match is over."))
        if view.hand is None:
            raise IllegalMove(say("Only the two players can place pieces."))
        placed = _placed(view.grid, placements)
        if not placed:
            raise IllegalMove(say("Place pieces in one row or column that make a sum with a piece on the board."))
        check_hand(view.hand, placed.values())
        after = view.grid.with_pieces(placed)
        run = _run_of_one(after, next(iter(placed))) if len(placed) == 1 else _run_of_several(after, placed)
        if len(run.text) == len(placed):
            raise IllegalMove(say("This touches nothing: the sum needs a piece that is already on the board."))
        check_sum(run.text, view.grid.arithmetic)
        return run

    def placements_of(self, view: SummyView, move: Move) -> Placements:
        return tuple(placed_by(view.grid, move).items()) if isinstance(move, Sum) else ()

    def themes_of(self, view: SummyView, move: Move) -> frozenset[Theme]:
        """Return long sums if one has four numbers before its =, several at once, and times beside plus in one sum."""
        if not isinstance(move, Sum):
            return frozenset()
        placed = placed_by(view.grid, move)
        sums = (move, *crossing_sums(view.grid.with_pieces(placed), placed, move.direction))
        signs = ["".join(piece for piece in one.text if piece in OPERATORS) for one in sums]
        features = {
            Theme.SEVERAL: len(sums) > 1,
            Theme.LONG: max(map(len, signs)) > 2,
            Theme.ORDER: any(set(some) & set("+-") and set(some) & set("x:") for some in signs),
        }
        return frozenset(theme for theme, is_there in features.items() if is_there)

    def legal_squares(self, view: SummyView, tile: str, placed: Placements = ()) -> frozenset[Square]:
        if view.hand is None or view.result:
            return frozenset()
        squares = {square for square, _piece in placed}
        moves = (move for move in _sums(view.grid, view.hand) if squares.issubset(move.squares))
        return squares_for(tile, placed, (placed_by(view.grid, move) for move in moves))

    def highlights(self, view: SummyView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the squares of every run through a placed piece that is a complete sum."""
        pieces = {square: piece for square, piece in placed if view.grid.at(square) == EMPTY and piece in ORDER}
        grid = view.grid.with_pieces(pieces)
        runs = {run_through(grid, square, direction) for square in pieces for direction in Direction}
        whole = {square for run in runs if is_sum(run.text, grid.arithmetic) for square in run.squares}
        return (Light(Reason.WHOLE, frozenset(whole)),) if whole else ()

    def keypad(self, options: SummyOptions) -> str:
        return options.arithmetic.keys

    def moves_making(self, view: SummyView, text: str) -> tuple[Sum, ...] | None:
        """Return the legal moves that make this sum, in canonical form; None if the text is not a sum without a place.

        A single piece may complete a sum to the right too: then the move is named by that one. Raise FalseSum for one
        that is not true.
        """
        formula = normalized(text)
        if not _SUM.fullmatch(formula) or not MIN_LENGTH <= len(formula) <= SIZE:
            return None
        if view.hand is None or view.result:
            return ()
        check_sum(formula, view.grid.arithmetic)
        moves = (move for move in _sums(view.grid, view.hand) if formula in _names(view.grid, move))
        return tuple(sorted(moves, key=lambda move: move.start))

    def board(self, view: SummyView) -> Board:
        """Return the board; its empty squares take pieces from a player while the match runs, on either one's turn."""
        return _board("".join(view.grid.rows), view.viewer is not None and view.result is None)

    def rack(self, view: SummyView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the pieces of a hand in the order drawn; every empty square takes every piece."""
        hand = view.hands[seat.index]
        if hand is None:
            return None
        return tuple(Tile(piece, PIECE, SPOKEN.get(piece), look=_look(piece)) for piece in hand)

    def held(self, view: SummyView, seat: Seat) -> int:
        return view.hand_counts[seat.index]

    def piles(self, view: SummyView) -> tuple[Pile, ...]:
        """Return the counts of the stock and of the hands that are not the viewer's."""
        stock = Pile(say("Pieces in the stock"), view.stock_count, deals=PIECE)
        if view.viewer:
            return (stock, Pile(say("Pieces in your opponent’s hand"), view.hand_counts[view.viewer.other.index]))
        hands = (Pile(say("Pieces of {player}", player=seat), view.hand_counts[seat.index]) for seat in Seat)
        return (stock, *hands)

    def sealed(self, position: SummyPosition) -> tuple[Pile, ...]:
        first, second = position.hands
        return sealed_piles(
            "",
            (say("Pieces dealt to {player}", player=Seat.FIRST), first),
            (say("Pieces dealt to {player}", player=Seat.SECOND), second),
            (say("Pieces in the stock, in the order drawn"), position.stock),
        )

    def commands(self, view: SummyView) -> tuple[Command, ...]:
        hand = view.hands[view.viewer.index] if view.viewer and not view.result else None
        question = say("Exchange these pieces? That ends your turn.")
        return (Command(SWAP, say("Exchange"), question, picks=(1, len(hand))),) if hand else ()

    def notice(self, view: SummyView) -> Sentence | None:
        if view.result or not view.finished:
            return None
        if view.viewer is None:
            return say("This is the last turn of the match.")
        if view.viewer is view.finished:
            return say("That was your last move. Your opponent has one more turn.")
        return say("This is your last turn.")


def _placed(grid: Grid, placements: Placements) -> Placed:
    """Return the placed pieces by square; raises IllegalMove if one cannot be placed on its square."""
    placed: Placed = {}
    for square, piece in placements:
        name = str(square) if on_board(square) else ""
        if not name:
            raise IllegalMove(say("A piece is off the board."))
        if len(piece) != 1 or piece not in ORDER:
            raise IllegalMove(say("“{piece}” is not a piece in this game.", piece=piece[:20]))
        if (old := grid.at(square)) == GREY:
            raise IllegalMove(say("A grey piece blocks {square}.", square=name))
        if grid.has_piece(square):
            raise IllegalMove(say("{square} already has {old}.", square=name, old=format_piece(old)))
        if square in placed:
            raise IllegalMove(say("{square} has room for only one piece.", square=name))
        placed[square] = piece
    return placed


def _run_of_several(after: Grid, placed: Placed) -> Sum:
    """Return the run through several placed pieces; raises IllegalMove unless all are on one line without a gap."""
    start, end = min(placed), max(placed)
    if start.row != end.row and len({square.column for square in placed}) > 1:
        raise IllegalMove(say("Place the pieces of one turn in one row or in one column."))
    direction = Direction.RIGHT if start.row == end.row else Direction.DOWN
    run = run_through(after, start, direction)
    if end not in run.squares:
        gap = run.ends[1]
        if after.at(gap) == GREY:
            raise IllegalMove(say("The grey piece on {square} is between your pieces.", square=str(gap)))
        raise IllegalMove(say("Fill the gap on {square}: the pieces of one turn belong to one sum.", square=str(gap)))
    return run


def _run_of_one(after: Grid, square: Square) -> Sum:
    """Return the run through a single placed piece that is a complete sum, else the one closer to a sum."""
    right, down = (run_through(after, square, direction) for direction in Direction)
    for run in (right, down):
        if is_sum(run.text, after.arithmetic):
            return run
    return max(right, down, key=lambda run: (len(run.text) > 1, EQUALS in run.text, len(run.text)))


@lru_cache(maxsize=1 << 5)  # small, because an entry is large: a page asks several times in a row about one position
def _sums(grid: Grid, hand: Pieces) -> tuple[Sum, ...]:
    """Return every legal sum, without the exchanges."""
    return tuple(move for move, _points in scored_sums(grid, hand))


def _names(grid: Grid, move: Sum) -> tuple[str, ...]:
    """Return the sums by which a player may name this move: itself, and what a single piece completes across it."""
    placed = placed_by(grid, move)
    crossing = crossing_sums(grid.with_pieces(placed), placed, move.direction) if len(placed) == 1 else ()
    return (move.text, *(sum_.text for sum_ in crossing))


@lru_cache(maxsize=1_000)  # both players see the same
def _board(faces: str, plays: bool) -> Board:
    return Board(SIZE, SIZE, tuple([_cell(square, face, plays) for square, face in zip(SQUARES, faces, strict=True)]))


@cache  # a board shares the cells that did not change with the board before, so that it is quickly compared
def _cell(square: Square, face: str, plays: bool) -> Cell:
    if face == EMPTY:
        return Cell(square, takes=PIECE, room=1) if plays else Cell(square)
    if face == GREY:
        return Cell(square, GREY_FACE, CLOSED)
    return Cell(square, face, _look(face))


def _look(face: str) -> str:
    return NUMBER if face in DIGITS else SYMBOL


display = SummyDisplay()
