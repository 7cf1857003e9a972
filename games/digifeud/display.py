"""How Digifeud is shown: the `display` object that the catalogue imports."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import repeat

from games.digifeud import compose
from games.digifeud.model.board import (
    BLANK,
    BLUE,
    DIGITS,
    PREMIUM_SQUARES,
    RED,
    SIZE,
    SQUARES,
    Count,
    DigifeudOptions,
    Tiles,
    is_number_square,
    is_symbol_square,
    multipliers,
)
from games.digifeud.model.moves import PASS, Calculation, Move, Pass, number_tiles
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.rules import (
    Board,
    Cell,
    Command,
    Display,
    Light,
    Pile,
    Placements,
    Seat,
    Square,
    Tile,
    marked,
    say,
    sealed_piles,
)
from games.rules.reasons import Theme

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


class DigifeudDisplay(Display[DigifeudOptions, DigifeudPosition, DigifeudView, Move]):
    """The display of Digifeud; `Display` documents the methods."""

    guidance = (
        say("Place a number, a sign, a number, = and the answer in one row or column, with a number on the centre."),
        say("From now on, use at least one number that is already on the board, and place the rest."),
        say("On red, the answer counts double. A number before the = counts extra too: once on blue, twice on red."),
        say(
            "Place your last number tile and the match is over. The player with the most points wins. If you find "
            "nothing, pass."
        ),
    )
    lights_up = say("the squares where you can use a tile or a number")
    reasons = {
        **Display.reasons,
        "pass_ends": marked("With a lead of {lead}, this second pass ends the match and wins it."),
        "pass_leads": marked("With a lead of {lead}, passing now and next turn most likely ends the match with a win."),
        "pass_often": marked("With a lead of {lead}, passing now and next turn wins in about {share}% of deals."),
        "pass_played_ends": marked("This second pass ended the match while behind by {behind}."),
        "colours": marked("It scores {more} more now, thanks to the coloured squares."),
        "coloured": marked("It scores {more} more now, {colours} of them on coloured squares."),
        "blank_fewer": marked("It scores {fewer} less but keeps a blank for later."),
        "blank": marked("It keeps a blank for later."),
        "next": marked("It scores {fewer} less, but your next move is worth about {after} on average, not {before}."),
        "only_next": marked("After it, your next move is worth about {after} on average, not {before}."),
        "more_next": marked(
            "It scores {more} more, and your next move is worth about {after} on average, not {before}."
        ),
        "colours_next": marked(
            "It scores {more} more on coloured squares, and your next move is worth about {after}, not {before}."
        ),
        "blank_next": marked(
            "It scores {fewer} less but keeps a blank: your next move is worth about {after} on average, not {before}."
        ),
        "blanks_next": marked(
            "It scores {fewer} less but keeps both blanks: your next move is worth about {after} on average, "
            "not {before}."
        ),
    }

    def compose(self, view: DigifeudView, placements: Placements) -> Calculation:
        return compose.compose(view, placements)

    def placements_of(self, view: DigifeudView, move: Move) -> Placements:
        placed = {} if isinstance(move, Pass) else move.placed_on(view.grid)
        return tuple((square, face) for square, text in placed.items() for face in re.findall(r"\??.", text))

    def themes_of(self, view: DigifeudView, move: Move) -> frozenset[Theme]:
        """Return coloured squares and linked numbers if there are two, and blanks if the move spends one."""
        if isinstance(move, Pass):
            return frozenset()
        numbers = move.squares[0::2]
        spent = number_tiles(view.grid, move.squares, move.texts).count(BLANK)
        *operands, outcome = multipliers(numbers, list(map(view.grid.at, numbers)))
        features = {
            Theme.SQUARES: sum(times > 0 for times in operands) + (outcome > 1) > 1,
            Theme.LINKED: sum(bool(view.grid.at(square)) for square in numbers) > 1,
            Theme.BLANKS: spent > 0,
        }
        return frozenset(theme for theme, is_there in features.items() if is_there)

    def legal_squares(self, view: DigifeudView, tile: str, placed: Placements = ()) -> frozenset[Square]:
        return compose.legal_squares(view, tile, placed)

    def highlights(self, view: DigifeudView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        return compose.highlights(view, square)

    def keypad(self, options: DigifeudOptions) -> str:
        return f"1234567890{options.arithmetic.operators}="

    def moves_making(self, view: DigifeudView, text: str) -> tuple[Move, ...] | None:
        return compose.moves_making(view, text)

    def board(self, view: DigifeudView) -> Board:
        """Return the board; its empty squares take tiles from a player while the match runs, on either one's turn.

        A premium square shows its colour until a number covers it.
        """
        return _board(view.grid.faces, view.viewer is not None and view.result is None)

    def rack(self, view: DigifeudView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the numbers, the operators and, while the match is running, the =."""
        rack = view.racks[seat.index]
        return None if rack is None else _rack(rack, running=view.result is None)

    def held(self, view: DigifeudView, seat: Seat) -> int:
        """Count the numbers, the operators and, while the match is running, the =."""
        return sum(view.counts[seat.index]) + (view.result is None)

    def piles(self, view: DigifeudView) -> tuple[Pile, ...]:
        """Return the counts of the bags and of the number tiles on racks that are not the viewer's."""
        hidden = (view.viewer.other,) if view.viewer else tuple(Seat)
        return _piles(view.bag, tuple([view.counts[seat.index].numbers for seat in hidden]))

    def sealed(self, position: DigifeudPosition) -> tuple[Pile, ...]:
        (first, second), bag = position.racks, position.bag
        return sealed_piles(
            NUMBER,
            (say("Numbers dealt to {player}", player=Seat.FIRST), first.numbers),
            (say("Numbers dealt to {player}", player=Seat.SECOND), second.numbers),
            (say("Numbers in the bag, in the order drawn"), bag.numbers),
        ) + sealed_piles(
            SYMBOL,
            (say("Operators dealt to {player}", player=Seat.FIRST), first.operators),
            (say("Operators dealt to {player}", player=Seat.SECOND), second.operators),
            (say("Operators in the bag, in the order drawn"), bag.operators),
        )

    def commands(self, view: DigifeudView) -> tuple[Command, ...]:
        if not view.viewer or view.result:
            return ()
        return (_pass_command(passed_before=view.passed[view.viewer.index]),)


@lru_cache(maxsize=1_000)  # both players see the same
def _board(faces: tuple[str, ...], is_playing: bool) -> Board:
    return Board(SIZE, SIZE, tuple(map(_cell, SQUARES, faces, repeat(is_playing))))


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
def _rack(rack: Tiles, *, running: bool) -> tuple[Tile, ...]:
    """Return the tiles of a rack, with the = while the match is running."""
    symbols = (*rack.operators, "=") if running else rack.operators
    return tuple(map(_tile, (*rack.numbers, *symbols)))


@cache  # racks share their tiles, so that they are quickly compared
def _tile(face: str) -> Tile:
    if face == BLANK:
        return Tile(face, NUMBER, SPOKEN[BLANK], DIGITS)
    return Tile(face, NUMBER) if face in DIGITS else Tile(face, SYMBOL, SPOKEN[face])


@lru_cache(maxsize=1_000)
def _piles(bag: Count, hidden: tuple[int, ...]) -> tuple[Pile, ...]:
    """Return the piles; `hidden` counts the number tiles on the opponent's rack, for a spectator on both racks."""
    bags = (
        Pile(say("Numbers in the bag"), bag.numbers, deals=NUMBER),
        Pile(say("Operators in the bag"), bag.operators, deals=SYMBOL),
    )
    if len(hidden) == 1:
        return (*bags, Pile(say("Opponent’s numbers"), hidden[0]))
    return (*bags, *(Pile(say("Numbers of {player}", player=seat), hidden[seat.index]) for seat in Seat))


@cache
def _pass_command(*, passed_before: bool) -> Command:
    """Return the pass button; its question warns if a second pass in a row would end the match."""
    if passed_before:
        question = say("Pass again and end the match? Each player gets the points on the other rack.")
    else:
        question = say("Pass this turn? If you pass twice in a row, the match ends.")
    return Command(PASS, say("Pass"), question)


display = DigifeudDisplay()
