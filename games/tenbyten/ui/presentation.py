"""How 10 BY 10 looks: its squares, hands, captured chips, games won."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Board, Cell, Interlude, Pile, Seat, Sentence, Square, Tile, say
from games.tenbyten.model.board import COLOURS, MARKS, SIZE, SQUARES
from games.tenbyten.model.chips import Chips
from games.tenbyten.model.grid import Grid
from games.tenbyten.model.position import Ended, TenByTenPosition, TenByTenView

CHIP = "chip"
SHOWN_FOR = 2  # turns of the next game: one of each player


def draw(view: TenByTenView) -> Board:
    """The board; chips may be laid by a player as long as the match runs, also ahead of one's turn."""
    return draw_grid(view.public.grid, takes=CHIP if view.viewer and not view.result else "")


def draw_grid(grid: Grid, *, takes: str = "") -> Board:
    """The board with these chips; a square keeps its colour under a chip, for it matters when that is captured."""
    return Board(SIZE, SIZE, tuple(_cell(square, grid.at(square), takes) for square in SQUARES))


def _cell(square: Square, face: str, takes: str) -> Cell:
    colour = COLOURS.get(square, "")
    if face:
        return Cell(square, face, CHIP, colour, MARKS[colour])
    return Cell(square, colour=colour, mark=MARKS[colour], takes=takes, room=1 if takes else 0)


def rack_tiles(hand: Chips) -> tuple[Tile, ...]:
    """The chips of a hand."""
    return tuple(Tile(chip, CHIP) for chip in hand)


def count_piles(view: TenByTenView) -> tuple[Pile, ...]:
    """Which game of the match it is, the container, the captured chips, the games won and drawn."""
    public = view.public
    drawn = (Pile(say("Drawn games"), public.drawn),) if public.drawn else ()
    return (
        Pile(say("Game"), public.number),
        Pile(say("Chips in the container"), view.container),
        *_captured(public.captured, view.viewer),
        *(Pile(_games_won(seat, view.viewer), public.won[seat.index]) for seat in _order(view.viewer)),
        *drawn,
    )


def interlude(view: TenByTenView) -> Interlude | None:
    """How the game before this one ended, until both players have moved in this one."""
    ended = view.public.ended
    if ended is None or view.result or view.public.turns >= SHOWN_FOR:
        return None
    board, piles = draw_grid(ended.grid), tuple(_captured(ended.captured, view.viewer))
    return Interlude(_outcome(ended, view.viewer), board, ended.squares, piles)


def open_piles(start: TenByTenPosition) -> tuple[Pile, ...]:
    """Every chip of the first game in its sealed order, from the position before the first move."""
    piles = (
        (say("Chips dealt to the first player"), start.hands[0]),
        (say("Chips dealt to the second player"), start.hands[1]),
        (say("The chip on the centre"), tuple(filter(None, start.public.grid.faces))),
        (say("Chips in the container, in the order drawn"), start.container),
    )
    return tuple(Pile(label, len(faces), faces, CHIP, place > 0) for place, (label, faces) in enumerate(piles))


def _order(viewer: Seat | None) -> tuple[Seat, Seat]:
    """Both seats, the viewer's own first."""
    first = viewer or Seat.FIRST
    return first, first.other


def _captured(captured: tuple[Chips, Chips], viewer: Seat | None) -> Iterator[Pile]:
    for seat in _order(viewer):
        faces = captured[seat.index]
        yield Pile(_captured_by(seat, viewer), len(faces), faces, CHIP)


def _captured_by(seat: Seat, viewer: Seat | None) -> Sentence:
    if viewer is None:
        return say("First player's captured") if seat is Seat.FIRST else say("Second player's captured")
    return say("Your captured") if seat is viewer else say("Opponent's captured")


def _games_won(seat: Seat, viewer: Seat | None) -> Sentence:
    if viewer is None:
        return say("Games won by the first player") if seat is Seat.FIRST else say("Games won by the second player")
    return say("Games you won") if seat is viewer else say("Games your opponent won")


def _outcome(ended: Ended, viewer: Seat | None) -> Sentence:
    number, reason = ended.number, ended.reason
    if ended.winner is None:
        return say("Game {number} was drawn. {reason}", number=number, reason=reason)
    if viewer is None and ended.winner is Seat.FIRST:
        return say("The first player won game {number}. {reason}", number=number, reason=reason)
    if viewer is None:
        return say("The second player won game {number}. {reason}", number=number, reason=reason)
    if ended.winner is viewer:
        return say("You won game {number}. {reason}", number=number, reason=reason)
    return say("Your opponent won game {number}. {reason}", number=number, reason=reason)
