"""Presentation of 10 BY 10 without HTML: the board, the hands, the piles, and the interlude between two games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from games.rules import Board, Cell, Interlude, Pile, Seat, Sentence, Square, Tile, say
from games.tenbyten.model.board import BLUE, COLOURS, MARKS, RED, SIZE, SQUARES, Grid
from games.tenbyten.model.chips import Chips
from games.tenbyten.model.position import FinishedGame, TenByTenPosition, TenByTenView

CHIP = "chip"  # the kind of all chips
INTERLUDE_TURNS = 2  # of the next game, one by each player, for which the end of the last one is shown
MEANINGS = {
    RED: say("red: a chip captured here goes back into the container"),
    BLUE: say("blue: a chip captured here brings an extra one"),
}


def board(view: TenByTenView) -> Board:
    """Return the board; its empty squares take chips from a player while the match runs, on either player's turn."""
    return board_of(view.public.grid, takes=CHIP if view.viewer and not view.result else "")


def board_of(grid: Grid, *, takes: str = "") -> Board:
    """Return the board of a grid; a square keeps its colour under a chip, because it matters when that is captured."""
    return _board(grid.faces, takes)


@lru_cache(maxsize=1_000)  # both players see the same
def _board(faces: tuple[str, ...], takes: str) -> Board:
    return Board(SIZE, SIZE, tuple([_cell(square, face, takes) for square, face in zip(SQUARES, faces, strict=True)]))


@cache  # a board shares the cells that did not change with the board before, so that it is quickly compared
def _cell(square: Square, face: str, takes: str) -> Cell:
    colour = COLOURS.get(square, "")
    mark, meaning = MARKS[colour], MEANINGS.get(colour)
    if face:
        return Cell(square, face, CHIP, colour, mark, meaning=meaning)
    return Cell(square, colour=colour, mark=mark, takes=takes, room=1 if takes else 0, meaning=meaning)


def rack_tiles(hand: Chips) -> tuple[Tile, ...]:
    """Return the chips of a hand as tiles."""
    return tuple(Tile(chip, CHIP) for chip in hand)


def public_piles(view: TenByTenView) -> tuple[Pile, ...]:
    """Return the number of the game, the games won and drawn, the container, and the captured chips."""
    public = view.public
    drawn_pile = (Pile(say("Drawn"), public.drawn),) if public.drawn else ()
    return (
        Pile(say("Game"), public.number),
        *(Pile(_games_won(seat, view.viewer), public.won[seat.index]) for seat in _seats(view.viewer)),
        *drawn_pile,
        Pile(say("Chips in the container"), view.container, returns=RED, adds=BLUE, deals=CHIP),
        *_captured(public.captured, view.viewer),
    )


def interlude(view: TenByTenView) -> Interlude | None:
    """Return the end of the previous game until both players have moved in this one."""
    game = view.public.last_game
    if game is None or view.result or view.public.turns >= INTERLUDE_TURNS:
        return None
    piles = tuple(_captured(game.captured, view.viewer))
    return Interlude(_outcome(game, view.viewer), board_of(game.grid), game.squares, piles)


def sealed_piles(start: TenByTenPosition) -> tuple[Pile, ...]:
    """Return all chips of the first game in their shuffled order, given the initial position of the match."""
    piles = (
        (say("Chips dealt to {player}", player=Seat.FIRST), start.hands[0]),
        (say("Chips dealt to {player}", player=Seat.SECOND), start.hands[1]),
        (say("The chip on the centre"), tuple(filter(None, start.public.grid.faces))),
        (say("Chips in the container, in the order drawn"), start.container),
    )
    return tuple(Pile(label, len(faces), faces, CHIP, index > 0) for index, (label, faces) in enumerate(piles))


def _seats(viewer: Seat | None) -> tuple[Seat, Seat]:
    """Return both seats, the viewer's own first."""
    first = viewer or Seat.FIRST
    return first, first.other


def _captured(captured: tuple[Chips, Chips], viewer: Seat | None) -> Iterator[Pile]:
    for seat in _seats(viewer):
        faces = captured[seat.index]
        yield Pile(_captured_by(seat, viewer), len(faces), faces, CHIP, owner=seat)


def _captured_by(seat: Seat, viewer: Seat | None) -> Sentence:
    if viewer is None:
        return say("Captured by {player}", player=seat)
    return say("You captured") if seat is viewer else say("Opponent captured")


def _games_won(seat: Seat, viewer: Seat | None) -> Sentence:
    if viewer is None:
        return say("Won by {player}", player=seat)
    return say("Won") if seat is viewer else say("Lost")


def _outcome(game: FinishedGame, viewer: Seat | None) -> Sentence:
    number, reason = game.number, game.reason
    if game.winner is None:
        return say("Game {number} was drawn. {reason}", number=number, reason=reason)
    if viewer is None:
        return say("{player} won game {number}. {reason}", player=game.winner, number=number, reason=reason)
    if game.winner is viewer:
        return say("You won game {number}. {reason}", number=number, reason=reason)
    return say("Your opponent won game {number}. {reason}", number=number, reason=reason)
