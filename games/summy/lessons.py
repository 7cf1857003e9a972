"""The lessons, from the first sum to the last turn, and the pictures of the rules page."""

from __future__ import annotations

from games.rules import Lesson, Picture, Seat, Square, parse_picture, say
from games.summy.model.board import START, Grid, SummyOptions
from games.summy.model.moves import Swap
from games.summy.model.position import SummyPosition

OPENED = START.with_pieces(
    parse_picture("""
        i  j  k  l  n  o
    13  #  2  x  3  6  #
""")
)
CROSSED = OPENED.with_pieces(
    parse_picture("""
        n
    12  #
    14  :
    15  3
    16  =
    17  2
    18  #
""")
)
HALVES = START.with_pieces(
    parse_picture("""
        i  j  k  l  n
    8   .  .  .  .  #
    9   .  .  .  .  9
    10  .  .  .  .  -
    11  .  .  .  .  6
    12  .  .  .  .  =
    13  #  2  +  1  .
""")
)


def standing(
    grid: Grid,
    hand: str,
    *,
    other: str = "0135+-x=",
    stock: str = "0123456789+-x:=" * 4,
    scores: tuple[int, int] = (0, 0),
    finished: Seat | None = None,
) -> SummyPosition:
    """Return a position whose player to move holds `hand`; the seat `finished` has made its last move."""
    return SummyPosition(
        options=SummyOptions(),
        grid=grid,
        hands=(tuple(hand), tuple(other)),
        stock=tuple(stock),
        scores=scores,
        finished=finished,
    )


LESSONS = (
    Lesson(
        title=say("The first sum"),
        task=say("The board starts with an = on the centre. Put 2 × 3 before it and 6 after it: 2 × 3 = 6."),
        hint=say("Put 2 on j13, × on k13, 3 on l13 and 6 on n13."),
        after=say(
            "You score every digit of the sum: 2 + 3 + 6 = 11. Grey pieces now block the squares at both ends for "
            "the rest of the match. You draw four new pieces."
        ),
        position=standing(START, "236x+1=8"),
        answers=("j13r 2x3=6",),
        points=11,
    ),
    Lesson(
        title=say("Build on it"),
        task=say(
            "Every sum uses a piece that is already on the board. Place : 3 = 2 down from the 6, to read 6 : 3 = 2."
        ),
        hint=say("The 6 is on n13. Below it, put : on n14, 3 on n15, = on n16 and 2 on n17."),
        after=say(
            "The 6 counts again, even though it was already there: 6 + 3 + 2 = 11. This sum gets grey pieces too."
        ),
        position=standing(OPENED, "32:=5+79"),
        answers=("n13d 6:3=2",),
        points=11,
    ),
    Lesson(
        title=say("Through the same ="),
        task=say("An = works in both directions. Put 7 − 5 above the = on the centre and 2 below it."),
        hint=say("Put 7 on m10, − on m11, 5 on m12 and 2 on m14."),
        after=say("7 + 5 + 2 = 14. Pieces that touch yours from the side don’t have to make a sum."),
        position=standing(OPENED, "752-481+"),
        answers=("m10d 7-5=2",),
        points=14,
    ),
    Lesson(
        title=say("A longer sum"),
        task=say("Times and divided by come before plus and minus. Place 2 + 3 × 4 = 14 through the = on the centre."),
        hint=say("Before the =: 2 on h13, + on i13, 3 on j13, × on k13 and 4 on l13. After it: 1 on n13 and 4 on o13."),
        after=say(
            "3 × 4 comes first, so the answer is 14, not 20. The digits 2, 3, 4, 1 and 4 happen to score 14 as well."
        ),
        position=standing(START, "23441+x="),
        answers=("h13r 2+3x4=14",),
        points=14,
    ),
    Lesson(
        title=say("Two sums with one piece"),
        task=say(
            "2 + 1 = in the row and 9 − 6 = in the column both need an answer. One piece completes both. Place it."
        ),
        hint=say("Put the 3 on n13, where the row and the column meet."),
        after=say(
            "Both sums count: 2 + 1 + 3 = 6 across and 9 + 6 + 3 = 18 down make 24. The 3 counts in both. Watch for "
            "squares where two lines meet."
        ),
        position=standing(HALVES, "3=580:x-"),
        answers=("j13r 2+1=3",),
        points=24,
    ),
    Lesson(
        title=say("Exchange"),
        task=say("You have only signs, and they make no sum. Exchange as many pieces as you like."),
        hint=say("Press Exchange, pick the pieces you don’t want, and press Exchange again below them."),
        after=say(
            "Those pieces are out of the match, unseen, and you drew the same number of new ones. An exchange is "
            "your whole turn and scores 0. There is no other way to pass."
        ),
        position=standing(CROSSED, "++--xx:="),
        answers=("swap ++-x",),
        points=0,
        fits=lambda move, turn: isinstance(move, Swap),
    ),
    Lesson(
        title=say("The last turn"),
        task=say(
            "The stock is empty and your opponent has four pieces or fewer, so this is your last turn. You are 8 "
            "points behind. Find a sum that scores more than that."
        ),
        hint=say("Use the = on the centre and place 9 − 3 = 6 downwards: 18 points."),
        after=say(
            "That was the last turn, so the match is over. Pieces left in a hand count nothing. The player with the "
            "most points wins."
        ),
        position=standing(OPENED, "936-50", other="47+", stock="", scores=(120, 128), finished=Seat.SECOND),
        answers=("m10d 9-3=6",),
        points=18,
        fits=lambda move, turn: turn.points > 8,
    ),
)


PICTURES = {
    "turn": Picture(lesson=LESSONS[1], solved=True, corner=Square(11, 9), rows=9, columns=7),
    "two": Picture(lesson=LESSONS[4], solved=True, corner=Square(6, 9), rows=9, columns=7),
}
