"""The lessons and the pictures of the rules page: from the first calculation to the last tile."""

from __future__ import annotations

from games.digifeud.model.board import EMPTY_GRID, Grid
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.model.tiles import Tiles
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
    grid: Grid,
    numbers: str,
    *,
    other: str = "11234568",
    bag: str = "0123456789",
    scores: tuple[int, int] = (0, 0),
) -> DigifeudPosition:
    """Return a position whose player to move holds these number tiles and one each of +, - and x."""
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
        task=say("Lay 5 + 8 = 13 in row 7, from left to right, so that the 8 comes to lie on the centre, g7."),
        hint=say("The 5 goes on e7, the + on f7, the 8 on g7 and the = on h7. The 1 and the 3 share the square i7."),
        after=say(
            "A calculation brings its outcome, 13. The centre is blue, and a number you calculate with "
            "counts once more on blue: 8 on top makes 21. Your tiles are then filled up from the bag."
        ),
        position=position_with(EMPTY_GRID, "58134269"),
        answers=("e7r 5+8=13",),
        points=21,
    ),
    Lesson(
        title=say("Go on from a number"),
        task=say("From now on every calculation uses a number that lies there. Lay 13 − 9 = 4 downwards from the 13."),
        hint=say("The 13 lies there already. Below it lay − on i8, 9 on i9, = on i10 and 4 on i11."),
        after=say(
            "You laid only what was missing; the operator and the = are always your own. "
            "The outcome brings 4 and the 9 on blue 9 more: 13."
        ),
        position=position_with(OPENED, "94672113"),
        answers=("i7d 13-9=4",),
        points=13,
    ),
    Lesson(
        title=say("End on a number"),
        task=say(
            "A number that lies there may be the outcome too. Lay 6 + 7 above the 13, so that the column is true."
        ),
        hint=say("Lay 6 on i3, + on i4, 7 on i5 and = on i6: reading down, 6 + 7 = 13."),
        after=say("The outcome counts in full although it lay there before: 13, and 7 more for the 7 on blue: 20."),
        position=position_with(OPENED, "67129430"),
        answers=("i3d 6+7=13",),
        points=20,
    ),
    Lesson(
        title=say("Red squares"),
        task=say("Down in column a, go on from the 8: lay 8 × 5 = 40, with the 5 on the red square."),
        hint=say("The 8 lies on a3. Lay × on a4, 5 on a5, = on a6; 4 and 0 share a7."),
        after=say(
            "A number you calculate with counts twice more on red: 40 for the outcome and 2 × 5 for the 5 make 50."
        ),
        position=position_with(AT_THE_EDGE, "54016293"),
        answers=("a3d 8x5=40",),
        points=50,
    ),
    Lesson(
        title=say("An outcome on red"),
        task=say("Now let red work on the outcome. Lay 2 × 4 = 8 in row 5, using the 4 that lies there."),
        hint=say("Lay 2 on i5, × on j5, then = on l5 and 8 on the red square m5."),
        after=say(
            "An outcome on red counts double: 16. The 2 on blue brings 2 more: 18. Only who covers "
            "a coloured square first gets anything for it; an outcome on blue gets nothing extra."
        ),
        position=position_with(BY_THE_SIDE, "28136790"),
        answers=("i5r 2x4=8",),
        points=18,
    ),
    Lesson(
        title=say("The blank"),
        task=say(
            "The tile without a number is a blank: it becomes any digit you like. Lay 9 × 9 = 81 in row 9 with it."
        ),
        hint=say("The blank goes on i9 as a 9, then × on j9, = on l9, and 8 and 1 on the red square m9."),
        after=say(
            "The blank is a 9 now, for good. The outcome on red counts double, 162, and the 9 on blue 9 more: 171."
        ),
        position=position_with(BY_THE_SIDE, "?8135426"),
        answers=("i9r ?9x9=81",),
        points=171,
    ),
    Lesson(
        title=say("Nothing but old numbers"),
        task=say("Row 5 already has 3, 7 and 10 with gaps between them. Which two tiles turn them into a calculation?"),
        hint=say("Lay + on f5 and = on h5: 3 + 7 = 10."),
        after=say(
            "The outcome brings 10, and you used no number tile at all. Look out for such rows: they cost nothing."
        ),
        position=position_with(CROSSED, "11246889"),
        answers=("e5r 3+7=10",),
        points=10,
    ),
    Lesson(
        title=say("The last tile"),
        task=say("The bag is empty and you hold two numbers. Get rid of both: lay 4 − 3 = 1 to the right of the 4."),
        hint=say("The 4 lies on i11. Lay − on j11, 3 on k11, = on l11 and 1 on m11."),
        after=say(
            "The turn brings 4. You have laid your last number, so the match is over: your opponent still holds 7, 4 "
            "and a blank, which counts 0. You get these 11 points and your opponent loses them: 214 to 179."
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
