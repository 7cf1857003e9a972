"""The lessons, from the first tile to the end of a match, and the pictures of the rules page."""

from __future__ import annotations

from games.rules import Lesson, Picture, Square, say
from games.sudoku.model.board import Grid, SudokuOptions
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
    diagram: str, tile: str, *, bag: str = "987654321", scores: tuple[int, int] = (0, 0), hints: str = "no"
) -> SudokuPosition:
    """Return the position of a diagram of nine rows, whose player to move has drawn `tile`."""
    faces = tuple(symbol.replace(".", "") for symbol in diagram.split() if symbol != "|")
    return SudokuPosition(
        options=SudokuOptions(hints), grid=Grid(faces), tiles=(tile, ""), bag=tuple(bag), scores=scores
    )


LESSONS = (
    Lesson(
        title=say("Place your tile"),
        task=say("You drew a 4. Put it on a square with no other 4 in its row, column or block."),
        hint=say("There is a 4 on b4. One good square is e2: no 4 in row 2, in column e or in that block."),
        after=say(
            "You score one point for each tile already in its row, column or block. This early in the match that is "
            "2 or 3."
        ),
        position=position_from(OPENING, "4"),
        answers=("e2",),
        points=2,
        fits=lambda move, turn: turn.warning is None,
    ),
    Lesson(
        title=say("Count the tiles"),
        task=say("Put the 4 on d4. But first: how many points will it score?"),
        hint=say("Count the tiles in row 4, column d and the middle block, each only once."),
        after=say(
            "Seven tiles in the block, plus the 3 and the 9 in column d: 9 points. A tile in both the row and the "
            "block counts once."
        ),
        position=position_from(CENTRAL_BLOCK, "4"),
        answers=("d4",),
        points=9,
    ),
    Lesson(
        title=say("The best square"),
        task=say("This match has hints: each valid square shows its points. Put the 2 where it scores most."),
        hint=say("Look for the largest number on an empty square. Several show 13."),
        after=say("13 points. Without hints, you have to spot these crowded squares yourself."),
        position=position_from(MIDDLEGAME, "2", hints="yes"),
        answers=("c2",),
        points=13,
        fits=lambda move, turn: turn.points == 13,
    ),
    Lesson(
        title=say("A wrong square"),
        task=say("Make a mistake on purpose: put the 9 on d4, even though two other 9s rule it out."),
        hint=say("Put the 9 on d4 and press Play. The page asks if you are sure: say yes."),
        after=say("A wrong tile scores 0 and is out of the game, and your turn ends. The page always asks first."),
        position=position_from(CENTRAL_BLOCK, "9"),
        answers=("d4",),
        points=0,
        fits=lambda move, turn: turn.warning is not None,
    ),
    Lesson(
        title=say("The end"),
        task=say(
            "You are ahead. One tile is left to draw: the missing 8. Put your 2 on the only square where that 8 "
            "could go."
        ),
        hint=say("Three squares are empty. Only f1 has no 8 in its row, column or block."),
        after=say(
            "18 points for you. Your opponent drew the 8, and it no longer fits anywhere. That ends the match at "
            "once, even if one player had a turn less. The player with the most points wins."
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
