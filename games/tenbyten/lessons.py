"""The lessons, from the first chip to the two ways in which a game ends, and the pictures of the rules page."""

from __future__ import annotations

from games.rules import Lesson, Picture, Square, parse_picture, say
from games.tenbyten.model.board import EMPTY, TenByTenOptions
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


LESSONS = (
    Lesson(
        title=say("Place a chip"),
        task=say("You have two chips that only you can see. Put the 2 on d4."),
        hint=say("Tap the 2, then d4, or type 2d4."),
        after=say(
            "It makes no 10 in its row, its column or a diagonal, so your turn is over. You draw a new chip from the "
            "container. Your points are the chips you capture: 0 this time."
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
        task=say("Row 1 has a 4 and a 2 side by side. Put the 4 next to them on d1: that makes 10. Capture the row."),
        hint=say("Put the 4 on d1. Tap the other 4 or the 2 to mark the group, and press Play."),
        after=say("You captured the 4 and the 2: 2 chips. The chip you place always stays on the board."),
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
        title=say("Blue: one chip extra"),
        task=say("Put the 4 on c4 and capture column c. The 3 in the centre is on a blue square."),
        hint=say("The 3 on c3, 4 on c4 and 3 on c5 make 10. Tap one of the 3s to mark the group."),
        after=say(
            "Two chips captured, plus one from the container because the centre is blue: 3. The four corners are "
            "blue too."
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
        title=say("Red: one chip goes back"),
        task=say("Put the 3 on b4 and capture row 4. The 2 on d4 is on a red square."),
        hint=say("The 1, 3, 4 and 2 in row 4 make 10. Tap one of the other three chips to mark the group."),
        after=say(
            "You captured the 1 and the 4: 2 chips. The 2 on the red square went back into the container. The colour "
            "under your own chip does not matter."
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
        title=say("One group or the other"),
        task=say("Put the 4 on c3. It makes 10 in row 3 in two ways that overlap. Capture one of them."),
        hint=say("1 + 3 + 4 + 2 or 3 + 4 + 2 + 1: the outer chip makes the difference. Tap the 1 you want."),
        after=say(
            "Either way you capture 3 chips. You can’t take both: without the 3 and the 2, the other group no longer "
            "makes 10."
        ),
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
        title=say("Two groups at once"),
        task=say("Put the 3 on c3: the row and the column both make 10 and cross at your chip. Take both."),
        hint=say("Mark both groups: tap a chip in the row, then one in the column."),
        after=say(
            "You can take groups together that share only your own chip. 2 chips from the row and 3 from the column "
            "make 5."
        ),
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
        task=say("You have captured 8 chips. Find a group that takes you to 10 or more, and capture it."),
        hint=say("Put the 3 on c1: with the 3 in the blue corner and the 4 it makes 10."),
        after=say(
            "Two chips plus one for the blue corner: 3, so now you have 11. With 10 or more you win the game at "
            "once. Two won games win the match."
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
        title=say("Sometimes fewer wins"),
        task=say(
            "The container has one chip left, so this turn ends the game. Then the player with fewer captured chips "
            "wins. You have 4, your opponent 5. Place a chip and win."
        ),
        hint=say("The 4 on d1 makes 10, but two more chips would be too many. Place any chip and capture nothing."),
        after=say(
            "You drew the last chip, so the game is over. You captured 4, your opponent 5: fewer wins. That is why "
            "you may always leave a group alone."
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
        fits=lambda move, turn: not move.lines,
    ),
)


PICTURES = {
    "turn": Picture(lesson=LESSONS[2], corner=Square(1, 1), rows=5, columns=5),
    "captured": Picture(lesson=LESSONS[3], solved=True, corner=Square(1, 1), rows=5, columns=5),
}
