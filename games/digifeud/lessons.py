"""The lessons, from the first calculation to the last tile, and the pictures of the rules page."""

from __future__ import annotations

from games.digifeud.model.board import EMPTY_GRID, DigifeudOptions, Grid, Tiles
from games.digifeud.model.position import DigifeudPosition
from games.rules import Lesson, Picture, Square, parse_picture, say

OPENED = EMPTY_GRID.with_placed(
    parse_picture("""
       e  f  g  h  i
    7  5  +  8  =  13
""")
)
AT_THE_EDGE = EMPTY_GRID.with_placed(
    parse_picture("""
       a  b  c  d  e  f  g  h  i
    1  4  .  .  .  .  .  .  .  .
    2  +  .  .  .  .  .  .  .  .
    3  8  =  2  +  6  .  .  .  .
    4  .  .  .  .  -  .  .  .  .
    5  .  .  .  .  4  .  .  .  .
    6  .  .  .  .  =  .  .  .  .
    7  .  .  .  .  2  +  7  =  9
""")
)
BY_THE_SIDE = EMPTY_GRID.with_placed(
    parse_picture("""
       g  h  i  j  k
    5  .  .  .  .  4
    6  .  .  .  .  +
    7  7  -  2  =  5
    8  .  .  .  .  =
    9  .  .  .  .  9
""")
)
CROSSED = EMPTY_GRID.with_placed(
    parse_picture("""
        c  d  e  f  g   h  i   j  k
    1   .  .  6  .  .   .  7   .  .
    2   .  .  -  .  .   .  +   .  .
    3   2  +  3  =  5   -  3   =  2
    4   .  .  =  .  +   .  =   .  .
    5   .  .  3  .  7   .  10  .  .
    6   .  .  .  .  =   .  .   .  .
    7   .  .  .  .  12  .  .   .  .
""")
)
LATE = OPENED.with_placed(
    parse_picture("""
        i
    8   -
    9   9
    10  =
    11  4
""")
)


def position_with(
    grid: Grid, numbers: str, *, other: str = "11234568", bag: str = "0123456789", scores: tuple[int, int] = (0, 0)
) -> DigifeudPosition:
    """Return a position whose player to move holds these number tiles; both racks and the bag have one +, - and x."""
    signs = tuple("+-x")
    return DigifeudPosition(
        options=DigifeudOptions(),
        grid=grid,
        racks=(Tiles(tuple(numbers), signs), Tiles(tuple(other), signs)),
        bag=Tiles(tuple(bag), signs),
        scores=scores,
    )


LESSONS = (
    Lesson(
        title=say("The first calculation"),
        task=say("Place 5 + 8 = 13 in row 7, from left to right, with the 8 on the centre square, g7."),
        hint=say("Put the 5 on e7, + on f7, 8 on g7 and = on h7. The 1 and the 3 share i7."),
        after=say(
            "You score the answer: 13. The 8 is on the blue centre, so it counts as well: 13 + 8 = 21. Then your "
            "rack is refilled."
        ),
        position=position_with(EMPTY_GRID, "58134269"),
        answers=("e7r 5+8=13",),
        points=21,
    ),
    Lesson(
        title=say("Build on a number"),
        task=say(
            "From now on, every calculation uses a number already on the board. Place 13 − 9 = 4 down from the 13."
        ),
        hint=say("The 13 is already there. Below it, put − on i8, 9 on i9, = on i10 and 4 on i11."),
        after=say(
            "You only place what is missing. The operator and the = always come from your rack. The answer scores 4 "
            "and the 9 on blue adds 9: 13."
        ),
        position=position_with(OPENED, "94672113"),
        answers=("i7d 13-9=4",),
        points=13,
    ),
    Lesson(
        title=say("A number as the answer"),
        task=say(
            "A number on the board can also be the answer. Place 6 + 7 = above the 13, so the column reads 6 + 7 = 13."
        ),
        hint=say("Put 6 on i3, + on i4, 7 on i5 and = on i6. Reading down: 6 + 7 = 13."),
        after=say("The answer counts in full, even if it was already there: 13. The 7 on blue adds 7: 20."),
        position=position_with(OPENED, "67129430"),
        answers=("i3d 6+7=13",),
        points=20,
    ),
    Lesson(
        title=say("Red squares"),
        task=say("Go down column a from the 8: place 8 × 5 = 40, with the 5 on the red square."),
        hint=say("The 8 is on a3. Put × on a4, 5 on a5 and = on a6. The 4 and the 0 share a7."),
        after=say("A number before the = counts twice extra on red: 40 for the answer plus 2 × 5 makes 50."),
        position=position_with(AT_THE_EDGE, "54016293"),
        answers=("a3d 8x5=40",),
        points=50,
    ),
    Lesson(
        title=say("The answer on red"),
        task=say("Now put the answer on red. Place 2 × 4 = 8 in row 5, using the 4 on the board."),
        hint=say("Put 2 on i5 and × on j5, then = on l5 and 8 on the red square, m5."),
        after=say(
            "The answer on red counts double: 16. The 2 on blue adds 2: 18. A coloured square counts only once, "
            "in the turn that first covers it. An answer on blue gets nothing extra."
        ),
        position=position_with(BY_THE_SIDE, "28136790"),
        answers=("i5r 2x4=8",),
        points=18,
    ),
    Lesson(
        title=say("The blank"),
        task=say("The empty tile is a blank: it can be any digit. Use it to place 9 × 9 = 81 in row 9."),
        hint=say("Put the blank on i9 as a 9, × on j9, = on l9, and 8 and 1 on the red square, m9."),
        after=say("From now on the blank is a 9. The answer on red counts double, 162, and the 9 on blue adds 9: 171."),
        position=position_with(BY_THE_SIDE, "?8135426"),
        answers=("i9r ?9x9=81",),
        points=171,
    ),
    Lesson(
        title=say("Without a number tile"),
        task=say("Row 5 already has 3, 7 and 10, with gaps between them. Which two tiles make that a calculation?"),
        hint=say("Put + on f5 and = on h5: 3 + 7 = 10."),
        after=say("The answer scores 10, and you didn’t use a single number tile. Watch for rows like this one."),
        position=position_with(CROSSED, "11246889"),
        answers=("e5r 3+7=10",),
        points=10,
    ),
    Lesson(
        title=say("The last tile"),
        task=say("The bag is empty and you have two numbers left. Use both: place 4 − 3 = 1 to the right of the 4."),
        hint=say("The 4 is on i11. Put − on j11, 3 on k11, = on l11 and 1 on m11."),
        after=say(
            "Your turn scores 4 and your last number is gone, so the match is over. Your opponent still has 7, 4 and "
            "a blank, which counts 0. You get those 11 points and your opponent loses them: 214 to 179."
        ),
        position=position_with(LATE, "31", other="74?", bag="", scores=(199, 190)),
        answers=("i11r 4-3=1",),
        points=4,
    ),
)


PICTURES = {
    "turn": Picture(lesson=LESSONS[1], solved=True, corner=Square(5, 4), rows=9, columns=7),
    "colours": Picture(lesson=LESSONS[4], solved=True, corner=Square(3, 7), rows=9, columns=7),
}
