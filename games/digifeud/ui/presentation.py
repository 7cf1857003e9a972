"""Presentation of Digifeud without HTML: the board, the racks, the piles and the pass button."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain, repeat

from games.digifeud.model.board import (
    BLUE,
    PREMIUM_SQUARES,
    RED,
    SIZE,
    SQUARES,
    is_number_square,
    is_symbol_square,
)
from games.digifeud.model.notation import PASS
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.model.tiles import BLANK, DIGITS, Count, Tiles
from games.rules import Board, Cell, Command, Pile, Seat, Square, Tile, say

NUMBER, SYMBOL = "number", "symbol"
SPOKEN = {
    "+": say("plus"),
    "-": say("minus"),
    "x": say("times"),
    "/": say("divided by"),
    "=": say("equals"),
    BLANK: say("blank"),
}
MEANINGS = {
    RED: say("red: the answer counts double, any other number twice extra"),
    BLUE: say("blue: a number before the = counts once extra"),
}
MARKS = {RED: "2×", BLUE: "1×", "": ""}
KINDS = {
    square: NUMBER if is_number_square(square) else SYMBOL if is_symbol_square(square) else "" for square in SQUARES
}
ROOM = {NUMBER: 2, SYMBOL: 1}


def board(view: DigifeudView) -> Board:
    """Return the board; its empty squares take tiles from a player while the match runs, on either player's turn."""
    return _board(view.grid.faces, view.viewer is not None and view.result is None)


@lru_cache(maxsize=1_000)  # both players see the same
def _board(faces: tuple[str, ...], is_playing: bool) -> Board:
    rows = [_row(first, faces[first : first + SIZE], is_playing) for first in range(0, len(faces), SIZE)]
    return Board(SIZE, SIZE, tuple(chain.from_iterable(rows)))


@lru_cache(maxsize=10_000)
def _row(first: int, faces: tuple[str, ...], is_playing: bool) -> tuple[Cell, ...]:
    """Return the cells of a row, given the index of its first square; cached, because a turn changes few rows."""
    return tuple(map(_cell, SQUARES[first : first + SIZE], faces, repeat(is_playing)))


@cache  # a board shares the cells that did not change with the board before, so that it is quickly compared
def _cell(square: Square, face: str, is_playing: bool) -> Cell:
    kind = KINDS[square]
    if not kind:
        return Cell(square, void=True)
    if face:
        return Cell(square, face, kind)
    colour = PREMIUM_SQUARES.get(square, "")
    meaning = MEANINGS.get(colour)
    if not is_playing:
        return Cell(square, colour=colour, mark=MARKS[colour], meaning=meaning)
    return Cell(square, colour=colour, mark=MARKS[colour], takes=kind, room=ROOM[kind], meaning=meaning)


@lru_cache(maxsize=1_000)
def rack_tiles(rack: Tiles, *, running: bool) -> tuple[Tile, ...]:
    """Return the tiles of a rack, with the = while the match is running."""
    symbols = (*rack.operators, "=") if running else rack.operators
    return (*map(_number, rack.numbers), *map(_symbol, symbols))


@cache  # racks share their tiles, so that they are quickly compared
def _number(face: str) -> Tile:
    return Tile(face, NUMBER, SPOKEN[BLANK], DIGITS) if face == BLANK else Tile(face, NUMBER)


@cache
def _symbol(face: str) -> Tile:
    return Tile(face, SYMBOL, SPOKEN[face])


def public_piles(view: DigifeudView) -> tuple[Pile, ...]:
    """Return the counts of the bags and of the number tiles on racks that are not the viewer's."""
    hidden = (view.viewer.other,) if view.viewer else tuple(Seat)
    return _piles(view.bag, tuple([view.counts[seat.index].numbers for seat in hidden]))


@lru_cache(maxsize=1_000)
def _piles(bag: Count, hidden: tuple[int, ...]) -> tuple[Pile, ...]:
    """Return the piles; `hidden` counts the number tiles on the opponent's rack, for a spectator on both racks."""
    bags = (
        Pile(say("Numbers in the bag"), bag.numbers, deals=NUMBER),
        Pile(say("Operators in the bag"), bag.operators, deals=SYMBOL),
    )
    if len(hidden) == 1:
        return (*bags, Pile(say("Opponent's numbers"), hidden[0]))
    return (*bags, *(Pile(say("Numbers of {player}", player=seat), hidden[seat.index]) for seat in Seat))


def sealed_piles(start: DigifeudPosition) -> tuple[Pile, ...]:
    """Return all tiles of the match in their shuffled order, given the position before the first move."""
    first, second = start.racks
    numbers = (
        (say("Numbers dealt to {player}", player=Seat.FIRST), first.numbers),
        (say("Numbers dealt to {player}", player=Seat.SECOND), second.numbers),
        (say("Numbers in the bag, in the order drawn"), start.bag.numbers),
    )
    symbols = (
        (say("Operators dealt to {player}", player=Seat.FIRST), first.operators),
        (say("Operators dealt to {player}", player=Seat.SECOND), second.operators),
        (say("Operators in the bag, in the order drawn"), start.bag.operators),
    )
    return (
        *(Pile(label, len(faces), faces, NUMBER, number > 0) for number, (label, faces) in enumerate(numbers)),
        *(Pile(label, len(faces), faces, SYMBOL, number > 0) for number, (label, faces) in enumerate(symbols)),
    )


def pass_command(view: DigifeudView, seat: Seat) -> Command:
    """Return a player's pass button; its question warns if a second pass in a row would end the match."""
    return _pass_command(passed_before=view.passed[seat.index])


@cache
def _pass_command(*, passed_before: bool) -> Command:
    if passed_before:
        question = say(
            "You passed on your last turn too. If you pass again, the match ends, and each player gets the points on "
            "the other rack. Pass anyway?"
        )
    else:
        question = say("Pass this turn? If you pass twice in a row, the match ends.")
    return Command(PASS, say("Pass"), question)
