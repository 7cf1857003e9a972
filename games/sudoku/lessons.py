"""Lessons of Sudoku duel: from the first tile to the end of a match."""

from __future__ import annotations

from games.rules import Lesson, Picture, PlayedMove, Square, say
from games.sudoku.model.board import Grid
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import SudokuPosition

OPENING = """
    5 . . | . . . | . . .
    . . . | 1 . . | . . .
    . . . | . . . | 9 . .
    . 4 . | . . . | . . .
    . . . | . 7 . | . . .
    . . . | . . . | . 2 .
    . . 8 | . . . | . . .
    . . . | . . 3 | . . .
    . . . | . . . | . . 6
"""
CENTRAL_BLOCK = """
    . . . | 3 . . | . . .
    . . . | . . . | . . .
    . . . | . . . | . . .
    . . . | . 6 7 | . . .
    . . . | 1 5 9 | . . .
    . . . | 2 8 . | . . .
    . . . | . . . | . . .
    . . . | . . . | . . .
    . . . | 9 . . | . . .
"""
MIDDLEGAME = """
    5 . 4 | 6 . 8 | . 1 .
    6 7 . | . 9 5 | 3 . .
    . 9 8 | 3 . . | 5 . 7
    8 . . | 7 6 1 | . 2 .
    . 2 6 | . 5 . | 7 9 .
    7 . 3 | 9 . 4 | . . 6
    9 . 1 | . 3 7 | . 8 .
    . 8 . | 4 . 9 | 6 . 5
    3 . 5 | . 8 . | 1 . 9
"""
ENDGAME = """
    5 3 4 | 6 7 . | 9 1 .
    6 7 2 | 1 9 5 | 3 4 8
    1 9 8 | 3 4 . | 5 6 7
    8 5 9 | 7 6 1 | 4 2 3
    4 2 6 | 8 5 3 | 7 9 1
    7 1 3 | 9 2 4 | 8 5 6
    9 6 1 | 5 3 7 | 2 8 4
    2 8 7 | 4 1 9 | 6 3 5
    3 4 5 | 2 8 6 | 1 7 9
"""


def position_from(
    diagram: str,
    tile: str,
    *,
    bag: str = "987654321",
    scores: tuple[int, int] = (0, 0),
    hints: str = "no",
) -> SudokuPosition:
    """Return the position of a diagram of nine rows, whose player to move has drawn `tile`."""
    faces = tuple(symbol.replace(".", "") for symbol in diagram.split() if symbol != "|")
    return SudokuPosition(
        options=SudokuOptions(hints), grid=Grid(faces), tiles=(tile, ""), bag=tuple(bag), scores=scores
    )


def is_valid(move: Square, turn: PlayedMove) -> bool:
    """Return whether the move is a valid placement."""
    return turn.warning is None


def is_invalid(move: Square, turn: PlayedMove) -> bool:
    """Return whether the move is an invalid placement."""
    return turn.warning is not None


def is_best_square(move: Square, turn: PlayedMove) -> bool:
    """Return whether the move scores the most that the lesson about the best square offers."""
    return turn.points == 13


LESSONS = (
    Lesson(
        title=say("Lay your tile"),
        task=say("You have drawn a 4. Put it on a square that has no other 4 in its row, its column or its block."),
        hint=say("One 4 lies on b4. The square e2, for one, is right: no 4 in row 2, in column e or in that block."),
        after=say(
            "One point for each tile that lay in its row, its column or its block. "
            "So early in the match that makes 2 or 3, never more."
        ),
        position=position_from(OPENING, "4"),
        answers=("e2",),
        points=2,
        fits=is_valid,
    ),
    Lesson(
        title=say("Count the tiles"),
        task=say("Put the 4 on d4. Before you do: how many points will it bring?"),
        hint=say("Count what lies in row 4, in column d and in the block in the middle, each tile only once."),
        after=say(
            "Seven tiles in the block, and the 3 and the 9 in column d: 9 points. "
            "A tile that lies in the row and in the block as well counts once."
        ),
        position=position_from(CENTRAL_BLOCK, "4"),
        answers=("d4",),
        points=9,
    ),
    Lesson(
        title=say("The best square"),
        task=say("This match has hints: a right square shows what it would bring. Lay the 2 where it brings most."),
        hint=say("Look for the largest number on an empty square: several show 13."),
        after=say("13 points. Without hints you find the crowded squares that are right yourself."),
        position=position_from(MIDDLEGAME, "2", hints="yes"),
        answers=("c2",),
        points=13,
        fits=is_best_square,
    ),
    Lesson(
        title=say("A wrong square"),
        task=say("Make a mistake on purpose: put the 9 on d4, although two of them lie in its way."),
        hint=say("Put the 9 on d4 and press Play. You are asked first; say yes."),
        after=say(
            "A wrong tile brings 0 points, is not placed and is lost for both, and your turn is over. "
            "The page always asks before it lets that happen."
        ),
        position=position_from(CENTRAL_BLOCK, "9"),
        answers=("d4",),
        points=0,
        fits=is_invalid,
    ),
    Lesson(
        title=say("The end"),
        task=say(
            "You lead. One tile is left to draw, and it must be the missing 8. Put your 2 where the 8 would have to go."
        ),
        hint=say("Three squares are empty. Only on f1 does no 8 stand in the way."),
        after=say(
            "18 points for you, and your opponent drew the 8, which no longer fits anywhere. Then the match is over "
            "at once, even if one player had a turn less, and more points win."
        ),
        position=position_from(ENDGAME, "2", bag="8", scores=(431, 428)),
        answers=("f1",),
        points=18,
    ),
)


PICTURES = {
    "turn": Picture(lesson=LESSONS[1], solved=True, corner=Square(1, 1), rows=9, columns=9),
    "end": Picture(lesson=LESSONS[4], solved=True, corner=Square(1, 1), rows=9, columns=9),
}
