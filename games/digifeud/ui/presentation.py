"""How Digifeud looks: its squares, racks, bags and buttons."""

from __future__ import annotations

from games.digifeud.model.board import SIZE, SQUARES, takes_number, takes_symbol
from games.digifeud.model.colours import COLOURS, MARKS
from games.digifeud.model.notation import SKIP
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.model.tiles import BLANK, DIGITS, Tiles
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
KINDS = {square: NUMBER if takes_number(square) else SYMBOL if takes_symbol(square) else "" for square in SQUARES}
ROOM = {NUMBER: 2, SYMBOL: 1}


def draw(view: DigifeudView) -> Board:
    """The board; tiles may be laid by a player as long as the match runs, also ahead of one's turn."""
    plays = view.viewer is not None and view.result is None
    cells = (_cell(square, face, plays) for square, face in zip(SQUARES, view.grid.faces, strict=True))
    return Board(SIZE, SIZE, tuple(cells))


def _cell(square: Square, face: str, plays: bool) -> Cell:
    kind = KINDS[square]
    if not kind:
        return Cell(square, void=True)
    if face:
        return Cell(square, face, kind)
    colour = COLOURS.get(square, "")
    if not plays:
        return Cell(square, colour=colour, mark=MARKS[colour])
    return Cell(square, colour=colour, mark=MARKS[colour], takes=kind, room=ROOM[kind])


def rack_tiles(rack: Tiles, *, running: bool) -> tuple[Tile, ...]:
    """The tiles of a rack; the = lies there as long as the match runs."""
    numbers = (
        Tile(face, NUMBER, SPOKEN[BLANK], DIGITS) if face == BLANK else Tile(face, NUMBER) for face in rack.numbers
    )
    symbols = (*rack.operators, "=") if running else rack.operators
    return (*numbers, *(Tile(face, SYMBOL, SPOKEN[face]) for face in symbols))


def count_piles(view: DigifeudView) -> tuple[Pile, ...]:
    """The bags, and the number tiles on the racks that the viewer cannot count."""
    bags = (
        Pile(say("Numbers in the bag"), view.bag.numbers),
        Pile(say("Operators in the bag"), view.bag.operators),
    )
    if view.viewer:
        return (*bags, Pile(say("Opponent's numbers"), view.counts[view.viewer.other.index].numbers))
    return (
        *bags,
        Pile(say("First player's numbers"), view.counts[0].numbers),
        Pile(say("Second player's numbers"), view.counts[1].numbers),
    )


def open_piles(start: DigifeudPosition) -> tuple[Pile, ...]:
    """Every tile of a match in its sealed order, from the position before the first move."""
    first, second = start.racks
    numbers = (
        (say("Numbers dealt to the first player"), first.numbers),
        (say("Numbers dealt to the second player"), second.numbers),
        (say("Numbers in the bag, in the order drawn"), start.bag.numbers),
    )
    symbols = (
        (say("Operators dealt to the first player"), first.operators),
        (say("Operators dealt to the second player"), second.operators),
        (say("Operators in the bag, in the order drawn"), start.bag.operators),
    )
    return (
        *(Pile(label, len(faces), faces, NUMBER, place > 0) for place, (label, faces) in enumerate(numbers)),
        *(Pile(label, len(faces), faces, SYMBOL, place > 0) for place, (label, faces) in enumerate(symbols)),
    )


def pass_command(view: DigifeudView) -> Command:
    """The button to pass, which asks; it warns where a second pass in a row would end the match."""
    seat: Seat = view.to_move
    if view.passed[seat.index]:
        question = say(
            "You passed on your last turn too: passing again ends the match. "
            "Each player then gets the points left on the other rack. Really pass?"
        )
    else:
        question = say("Pass, and lay nothing this turn? Two passes of yours in a row end the match.")
    return Command(SKIP, say("Pass"), question)
