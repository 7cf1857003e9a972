"""How tiles become a move: composing a calculation, highlighted squares, and the places of a typed calculation.

What is missing or wrong is said in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from games.digifeud.model.board import (
    BLANK,
    OPERATOR_SIGNS,
    Arithmetic,
    DigifeudOptions,
    Direction,
    Grid,
    Line,
    Tiles,
    checked_outcome,
    evaluate,
    expression,
    is_number_square,
    is_on_board,
    is_symbol_square,
    lines_in,
    plain_digits,
    tiles_of,
    value,
)
from games.digifeud.model.moves import (
    Calculation,
    check_connection,
    check_direction,
    check_number,
    check_outcome,
    check_rack,
    check_symbol_squares,
    normalized,
    scored_moves,
)
from games.digifeud.model.position import DigifeudView
from games.rules import (
    IllegalMove,
    Light,
    Placements,
    Reason,
    Sentence,
    Square,
    TilesBySquare,
    listed,
    say,
    squares_for,
)

Texts = dict[Square, str]  # what the placed tiles spell on each square

_DIGIT = re.compile(r"\??[0-9]")
_MAX_DIGITS = 2


def compose(view: DigifeudView, placements: Placements) -> Calculation:
    """Return the calculation that the placed tiles make with the numbers on the board.

    Raise IllegalMove with the first problem found, in this order: a misplaced or unavailable tile, an impossible line,
    an ambiguous direction, a false equation or a missing part.
    """
    if view.result:
        raise IllegalMove(say("The match is over."))
    if view.rack is None:
        raise IllegalMove(say("Only the two players can place tiles."))
    texts = _texts_by_square(view.grid, placements)
    symbols = [text for text in texts.values() if text in OPERATOR_SIGNS]
    numbers = [tile for text in texts.values() for tile in tiles_of(text)]
    check_rack(view.rack, numbers, symbols)
    if not texts:
        raise IllegalMove(say("Place a number, an operator, a number, the = and the answer in one row or column."))
    if len(symbols) > 1:
        raise IllegalMove(say("A calculation has one operator, not {count}.", count=len(symbols)))
    if (equals := list(texts.values()).count("=")) > 1:
        raise IllegalMove(say("A calculation has one =, not {count}.", count=equals))
    lines = _possible_lines(view, texts)
    if len(lines) > 1:
        raise IllegalMove(_ambiguity(lines, texts))
    return _calculation_on(view, lines[0], texts)


def _texts_by_square(grid: Grid, placements: Placements) -> Texts:
    """Join the tiles on each square, in the order in which they were placed.

    A number is read in that order in every direction. Raise IllegalMove for a tile that its square does not take.
    """
    texts: Texts = {}
    for square, tile in placements:
        _check_empty(grid, square)
        before, name = texts.get(square, ""), str(square)
        if _DIGIT.fullmatch(tile):
            if not is_number_square(square):
                raise IllegalMove(
                    say("{square} is between two numbers: put an operator or the = there, not a digit.", square=name)
                )
            if len(tiles_of(before)) >= _MAX_DIGITS:
                raise IllegalMove(say("A number has at most two digits; {square} is full.", square=name))
        elif tile in OPERATOR_SIGNS or tile == "=":
            if not is_symbol_square(square):
                raise IllegalMove(say("{square} takes a number; signs go between two numbers.", square=name))
            if before:
                raise IllegalMove(say("{square} has room for only one sign.", square=name))
        elif tile == BLANK:
            raise IllegalMove(say("Choose a digit for the blank on {square}.", square=name))
        else:
            raise IllegalMove(say("“{tile}” is not a tile in this game.", tile=tile[:20]))
        texts[square] = before + tile
    return texts


def _check_empty(grid: Grid, square: Square) -> None:
    name = str(square)
    if not is_on_board(square):
        raise IllegalMove(say("The board has no square {square}.", square=name))
    if face := grid.at(square):
        raise IllegalMove(say("{square} already has {face}.", square=name, face=OPERATOR_SIGNS.get(face, face)))
    if not (is_number_square(square) or is_symbol_square(square)):
        raise IllegalMove(say("No tile ever goes on {square}.", square=name))


def _possible_lines(view: DigifeudView, texts: Texts) -> list[Line]:
    """Return the lines on which the tiles may become a calculation; raise IllegalMove if there is none."""
    grid = view.grid
    lines = [line for line in lines_in(tuple(Direction)) if texts.keys() <= set(line.squares)]
    if not lines:
        if len({square.row for square in texts}) > 1 and len({square.column for square in texts}) > 1:
            raise IllegalMove(say("Place the tiles of one turn in one row or in one column."))
        raise IllegalMove(say("A calculation takes five squares in a row: number, operator, number, =, answer."))
    # The operator and the =, if placed, must be on the second and the fourth square
    lines = [line for line in lines if texts.get(line.squares[1]) != "=" and texts.get(line.squares[3], "=") == "="]
    if any(text in OPERATOR_SIGNS for text in texts.values()) and "=" in texts.values():
        lines = _passing(lines, lambda line: check_direction(view.options, line.direction))
    else:
        lines = [line for line in lines if line.direction in view.options.reading_directions]
        if not lines:
            raise IllegalMove(say("A calculation doesn’t fit here in the direction you read."))
    lines = _passing(lines, lambda line: check_symbol_squares(grid, line.squares))
    lines = _passing(lines, lambda line: check_connection(grid, line.squares))
    return _passing(lines, lambda line: _check_numbers(view, line, texts))


def _passing(lines: Iterable[Line], check: Callable[[Line], None]) -> list[Line]:
    """Return the lines that pass the check; raise the first error if none does."""
    passing, errors = [], []
    for line in lines:
        try:
            check(line)
            passing.append(line)
        except IllegalMove as error:
            errors.append(error)
    if not passing:
        raise errors[0]
    return passing


def _check_numbers(view: DigifeudView, line: Line, texts: Texts) -> None:
    for square in line.squares[0::2]:
        if square in texts:
            check_number(view.grid, square, texts[square], outcome=square == line.squares[-1])


def _ambiguity(lines: list[Line], texts: Texts) -> Sentence:
    """Return the request to place the tile that decides between the lines."""
    if "=" in texts.values():
        one, other = (str(line.squares[1]) for line in lines)
        return say("Put the operator on {one} or {other}.", one=one, other=other)
    if any(text in OPERATOR_SIGNS for text in texts.values()):
        one, other = (str(line.squares[3]) for line in lines)
        return say("Put the = on {one} or {other}.", one=one, other=other)
    return say("Now add an operator and the =: number, operator, number, =, answer.")


def _calculation_on(view: DigifeudView, line: Line, texts: Texts) -> Calculation:
    """Return the calculation on this line; raise IllegalMove while it is incomplete or false."""
    grid, arithmetic = view.grid, view.options.arithmetic
    first, operator, second, _equals, outcome = (grid.at(square) or texts.get(square, "") for square in line.squares)
    move = Calculation(*line.origin, first, operator, second, outcome)
    if move.first and move.operator and move.second:
        _check_outcome_so_far(line, move, arithmetic)
    if missing := list(_missing_parts(line, move, arithmetic, has_equals=line.squares[3] in texts)):
        raise IllegalMove(say("Still missing: {pieces}.", pieces=listed(*missing)))
    return move


def _check_outcome_so_far(line: Line, move: Calculation, arithmetic: Arithmetic) -> None:
    """Raise IllegalMove if the operands have no legal outcome, or if the outcome is wrong or only half placed."""
    digits = plain_digits(move.outcome)
    if not digits:
        checked_outcome(move.first, move.operator, move.second, arithmetic)
        return
    answer = str(evaluate(value(move.first), move.operator, value(move.second), arithmetic))  # may be "None"
    if digits != answer and answer.startswith(digits):
        raise IllegalMove(
            say(
                "{sum} is {found}: put a {digit} on {square} too.",
                sum=expression(move.first, move.operator, move.second),
                found=answer,
                digit=answer.removeprefix(digits),
                square=str(line.squares[-1]),
            )
        )
    check_outcome(move.first, move.operator, move.second, digits, arithmetic)


def _missing_parts(line: Line, move: Calculation, arithmetic: Arithmetic, *, has_equals: bool) -> Iterator[Sentence]:
    first, operator, second, equals, outcome = map(str, line.squares)
    if not move.first:
        yield say("a number on {square}", square=first)
    if not move.operator:
        yield say("an operator on {square}", square=operator)
    if not move.second:
        yield say("a number on {square}", square=second)
    if not has_equals:
        yield say("the = on {square}", square=equals)
    if not move.outcome and move.first and move.operator and move.second:
        answer = checked_outcome(move.first, move.operator, move.second, arithmetic)
        yield say("the answer {number} on {square}", number=answer, square=outcome)
    elif not move.outcome:
        yield say("the answer on {square}", square=outcome)


_TILES = re.compile(r"\??.")
_PARTS = re.compile(r"[0-9]+|[-+x/]")
_CALCULATION = re.compile(r"[0-9]{1,2}[-+x/][0-9]{1,2}=[0-9]{1,2}")


def legal_squares(view: DigifeudView, tile: str, placed: Placements) -> frozenset[Square]:
    """Return the squares on which a legal calculation places the tile, given the tiles already placed."""
    if view.rack is None or view.result:
        return frozenset()
    squares = {square for square, _face in placed}
    moves = (move for move in _calculations(view.options, view.grid, view.rack) if squares.issubset(move.squares))
    return squares_for(tile, placed, (_laid(view.grid, move) for move in moves))


def highlights(view: DigifeudView, square: Square | None) -> tuple[Light, ...]:
    """Return the empty squares that legal calculations fill together with the number on this square."""
    if view.rack is None or view.result or square is None or not is_on_board(square):
        return ()
    if not is_number_square(square) or not view.grid.at(square):
        return ()
    moves = _calculations(view.options, view.grid, view.rack)
    used = {other for move in moves if square in move.squares for other in _laid(view.grid, move)}
    return (Light(Reason.FITS, frozenset(used)),) if used else ()


def moves_making(view: DigifeudView, text: str) -> tuple[Calculation, ...] | None:
    """Return the legal calculations that read as this text, one for each place, with as few blanks as possible.

    None if the text is not a calculation without a place. Raise FalseSum for one that is not true.
    """
    calculation = normalized(text)
    if not _CALCULATION.fullmatch(calculation):
        return None
    if view.rack is None or view.result:
        return ()
    first, operator, second, outcome = _PARTS.findall(calculation)
    check_outcome(first, operator, second, outcome, view.options.arithmetic)
    moves: dict[tuple[object, ...], Calculation] = {}
    for move in _calculations(view.options, view.grid, view.rack):
        if plain_digits("".join(move.texts)) == calculation:
            place = move.start, move.direction
            moves[place] = min(moves.get(place, move), move, key=lambda one: "".join(one.texts).count(BLANK))
    return tuple(sorted(moves.values(), key=lambda move: (min(move.squares), move.direction.value)))


def _calculations(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[Calculation]:
    return (move for move, _points in scored_moves(options, grid, rack) if isinstance(move, Calculation))


def _laid(grid: Grid, move: Calculation) -> TilesBySquare:
    """Return the tiles that the calculation places on each square; a blank has its digit, such as `?6`."""
    return {square: _TILES.findall(text) for square, text in move.placed_on(grid).items()}
