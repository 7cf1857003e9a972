"""The lessons in Summy: from the first sum through the = to the last turn."""

from __future__ import annotations

from games.rules import Lesson, Picture, PlayedMove, Seat, Square, parse_picture, say
from games.summy.model.board import START, Grid
from games.summy.model.moves import Move, Swap
from games.summy.model.options import SummyOptions
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
    """Return a position whose player to move holds `hand`; `finished` has made the last move."""
    return SummyPosition(
        options=SummyOptions(),
        grid=grid,
        hands=(tuple(hand), tuple(other)),
        stock=tuple(stock),
        scores=scores,
        finished=finished,
    )


def exchanges(move: Move, turn: PlayedMove) -> bool:
    """Return whether the move is an exchange."""
    return isinstance(move, Swap)


def catches_up(move: Move, turn: PlayedMove) -> bool:
    """Return whether the turn scores more than the eight points that are missing."""
    return turn.points > 8


LESSONS = (
    Lesson(
        title=say("The first sum"),
        task=say("An = lies on the centre of the board. Lay 2 × 3 before it and 6 after it: 2 × 3 = 6."),
        hint=say("The 2 goes on j13, × on k13, 3 on l13 and 6 on n13."),
        after=say(
            "Every digit of the sum brings its value: 2 + 3 + 6 = 11. Grey pieces close the squares before "
            "and after it: those squares stay empty. You draw four new pieces."
        ),
        position=standing(START, "236x+1=8"),
        answers=("j13r 2x3=6",),
        points=11,
    ),
    Lesson(
        title=say("Build on it"),
        task=say(
            "Every sum takes in a piece that lies there. Lay : 3 = 2 down from the 6, so that it reads 6 : 3 = 2."
        ),
        hint=say("Below the 6 on n13 lay : on n14, 3 on n15, = on n16 and 2 on n17."),
        after=say("The 6 counts again, although it lay there: 6 + 3 + 2 = 11. The sum got its grey pieces, too."),
        position=standing(OPENED, "32:=5+79"),
        answers=("n13d 6:3=2",),
        points=11,
    ),
    Lesson(
        title=say("Through the same ="),
        task=say("An = serves in both directions. Lay 7 − 5 above the one on the centre and 2 below it."),
        hint=say("The 7 goes on m10, − on m11, 5 on m12 and 2 on m14."),
        after=say("7 + 5 + 2 = 14. Pieces that touch yours on the side need not be a sum with them."),
        position=standing(OPENED, "752-481+"),
        answers=("m10d 7-5=2",),
        points=14,
    ),
    Lesson(
        title=say("A longer sum"),
        task=say("Times and divided by go before plus and minus. Lay 2 + 3 × 4 = 14 through the = on the centre."),
        hint=say("From the left: 2 on h13, + on i13, 3 on j13, × on k13, 4 on l13; then 1 on n13 and 4 on o13."),
        after=say("3 × 4 goes first, so it is 14 and not 20. The digits 2, 3, 4, 1 and 4 bring 14 points as well."),
        position=standing(START, "23441+x="),
        answers=("h13r 2+3x4=14",),
        points=14,
    ),
    Lesson(
        title=say("Two sums with one piece"),
        task=say(
            "To the left 2 + 1 = waits for its outcome, from above 9 − 6 =. A single piece completes both. Lay it."
        ),
        hint=say("Lay the 3 on n13, where row and column meet."),
        after=say(
            "Both sums count: 2 + 1 + 3 = 6 across and 9 + 6 + 3 = 18 down make 24. The 3 counts in both. "
            "Look out for squares where two lines meet."
        ),
        position=standing(HALVES, "3=580:x-"),
        answers=("j13r 2+1=3",),
        points=24,
    ),
    Lesson(
        title=say("Exchange"),
        task=say("Nothing but signs: no sum can be made of these. Exchange some pieces, as many as you like."),
        hint=say("Press Exchange, pick the pieces that you want to be rid of, and press Exchange below them."),
        after=say(
            "Those pieces have left the match, unseen, and you drew as many new ones. "
            "An exchange is a whole turn and brings 0 points. There is no other way to pass."
        ),
        position=standing(CROSSED, "++--xx:="),
        answers=("swap ++-x",),
        points=0,
        fits=exchanges,
    ),
    Lesson(
        title=say("The last turn"),
        task=say(
            "The stock is empty, and your opponent has four pieces or fewer left: you have one more turn. "
            "You are 8 points behind. Find a sum that brings more."
        ),
        hint=say("Use the = on the centre downwards: 9 − 3 = 6 brings 18."),
        after=say("After this turn the match is over. Pieces that are still in a hand count nothing; more points win."),
        position=standing(OPENED, "936-50", other="47+", stock="", scores=(120, 128), finished=Seat.SECOND),
        answers=("m10d 9-3=6",),
        points=18,
        fits=catches_up,
    ),
)


PICTURES = {
    "turn": Picture(lesson=LESSONS[1], solved=True, corner=Square(11, 9), rows=9, columns=7),
    "two": Picture(lesson=LESSONS[4], solved=True, corner=Square(6, 9), rows=9, columns=7),
}
