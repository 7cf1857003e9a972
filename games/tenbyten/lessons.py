"""Lessons of 10 BY 10: from the first chip to the two ways in which a game ends."""

from __future__ import annotations

from games.rules import Lesson, Picture, PlayedMove, Square, parse_picture, say
from games.tenbyten.model.board import EMPTY
from games.tenbyten.model.moves import Move
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import PublicState, TenByTenPosition


def position_from(
    rows: str,
    hand: str,
    *,
    other: str = "23",
    container: str = "1423314224",
    captured: tuple[str, str] = ("", ""),
    won: tuple[int, int] = (0, 0),
) -> TenByTenPosition:
    """Return the position of a diagram of five rows, whose player to move holds `hand`.

    `captured` gives the faces of each player's captured chips.
    """
    grid = EMPTY
    for square, chip in parse_picture(f"a b c d e\n{rows}").items():
        grid = grid.with_chip(square, chip)
    piles = (tuple(captured[0]), tuple(captured[1]))
    return TenByTenPosition(
        options=TenByTenOptions(),
        scores=(len(piles[0]), len(piles[1])),
        public=PublicState(grid, piles, number=sum(won) + 1, turns=5, won=won),
        hands=(tuple(hand), tuple(other)),
        container=tuple(container),
    )


def captures_nothing(move: Move, turn: PlayedMove) -> bool:
    """Return whether the move captures no line."""
    return not move.lines


LESSONS = (
    Lesson(
        title=say("Lay a chip"),
        task=say("Two chips are yours, and only you see them. Lay the 2 on d4."),
        hint=say("Pick up the 2 and put it down on d4, or type 2d4."),
        after=say(
            "Nothing in a row, a column or a diagonal makes 10 with it, so that was your turn. "
            "You draw a new chip from the container. Points are captured chips: 0 this time."
        ),
        position=position_from(
            """
            1 3 . 2 . .
            2 1 . . 2 1
            3 . . 3 4 .
            4 1 . . . .
            5 . . 3 . .
            """,
            "23",
            other="41",
        ),
        answers=("2d4",),
        points=0,
    ),
    Lesson(
        title=say("Make ten and take it"),
        task=say("4 and 2 lie side by side in row 1. Lay the 4 beside them on d1: that makes 10. Capture the row."),
        hint=say("Lay the 4 on d1, then tap the 4 or the 2 so that the line is marked, and press Play."),
        after=say("The 4 and the 2 are captured: 2 chips. The chip that you lay yourself always stays."),
        position=position_from(
            """
            1 . 4 2 . .
            2 . . . . .
            3 . . 3 . .
            4 . . . 1 .
            5 . . . . .
            """,
            "41",
        ),
        answers=("4d1xb1:d1",),
        points=2,
    ),
    Lesson(
        title=say("Blue squares bring a chip more"),
        task=say("Lay the 4 on c4 and capture column c. The 3 in the centre lies on a blue square."),
        hint=say("3 on c3, 4 on c4 and 3 on c5 make 10. Tap one of the two 3s to mark the line."),
        after=say(
            "Two chips captured, and one more from the container, because the centre is blue: 3. "
            "The four corners are blue as well."
        ),
        position=position_from(
            """
            1 3 . 2 . .
            2 1 . . 2 1
            3 . . 3 4 .
            4 1 . . 2 .
            5 . . 3 . .
            """,
            "41",
        ),
        answers=("4c4xc3:c5",),
        points=3,
    ),
    Lesson(
        title=say("Red squares give back"),
        task=say("Lay the 3 on b4 and capture row 4. The 2 on d4 lies on a red square."),
        hint=say("1, 3, 4 and 2 in row 4 make 10. Tap one of the other three chips to mark the line."),
        after=say(
            "The 1 and the 4 are captured: 2 chips. The 2 from the red square went back into the container. "
            "What lies under your own chip does not matter."
        ),
        position=position_from(
            """
            1 3 . 2 . .
            2 1 . . 2 1
            3 . . . 4 .
            4 1 . 4 2 .
            5 . . . . .
            """,
            "32",
        ),
        answers=("3b4xa4:d4",),
        points=2,
    ),
    Lesson(
        title=say("One line or the other"),
        task=say("Lay the 4 on c3. In row 3 it makes 10 in two ways that overlap. Capture one of them."),
        hint=say("1 + 3 + 4 + 2 and 3 + 4 + 2 + 1: the outer chip decides. Tap the 1 that you want to take."),
        after=say("Either way you capture 3 chips. You cannot have both: without its 3 and 2 the other line is no 10."),
        position=position_from(
            """
            1 . . . 2 .
            2 . 1 . . .
            3 1 3 . 2 1
            4 . . . 3 .
            5 2 . . . .
            """,
            "42",
        ),
        answers=("4c3xa3:d3", "4c3xb3:e3"),
        points=3,
    ),
    Lesson(
        title=say("Two lines at once"),
        task=say("Lay the 3 on c3: row and column both make 10, and they cross in your chip. Take both."),
        hint=say("Mark both lines: tap a chip of the row, then a chip of the column."),
        after=say("Lines that share only your own chip go together: 2 chips of the row and 3 of the column make 5."),
        position=position_from(
            """
            1 . . 1 . .
            2 . . 2 . 1
            3 3 4 . . .
            4 . . 4 . .
            5 2 . . . .
            """,
            "32",
        ),
        answers=("3c3xa3:c3xc1:c4",),
        points=5,
    ),
    Lesson(
        title=say("Ten chips win"),
        task=say("You have captured 8 chips. Find a line that brings enough to reach 10, and take it."),
        hint=say("Lay the 3 on c1: with the 3 in the blue corner and the 4 it makes 10."),
        after=say(
            "Two chips and one for the blue corner: 3, so you have 11. The first player with 10 or more wins the game "
            "at once; two games win the match."
        ),
        position=position_from(
            """
            1 3 4 . . .
            2 . . . 2 .
            3 . . 1 . 2
            4 . 1 . . .
            5 . . . . 4
            """,
            "32",
            container="1423",
            captured=("21344213", "124314"),
            won=(1, 0),
        ),
        answers=("3c1xa1:c1",),
        points=3,
    ),
    Lesson(
        title=say("Fewer can win"),
        task=say(
            "One chip is left in the container: with this turn the game ends. Then fewer captured chips win, "
            "and you have 4 against 5. Lay a chip and win."
        ),
        hint=say("The 4 on d1 makes 10, but two more chips would be two too many. Lay any chip and take nothing."),
        after=say(
            "You drew the last chip, so the game is over: 4 captured chips against 5, and fewer win. "
            "That is why you may always leave a line where it lies."
        ),
        position=position_from(
            """
            1 . 4 2 . .
            2 . . . 3 .
            3 1 . . . 2
            4 . 2 . . .
            5 . . 1 . 4
            """,
            "41",
            container="3",
            captured=("2134", "12431"),
            won=(1, 1),
        ),
        answers=("4d1",),
        points=0,
        fits=captures_nothing,
    ),
)


PICTURES = {
    "turn": Picture(lesson=LESSONS[2], corner=Square(1, 1), rows=5, columns=5),
    "captured": Picture(lesson=LESSONS[3], solved=True, corner=Square(1, 1), rows=5, columns=5),
}
