"""Why one move is better than another: features that are computed by a game's own rules, and their sentences.

A `Why` is a key and its values, so that it can be stored; the display of the game has the sentence (`Display.explain`).
A game's ai/reasons.py has `explain(view, played, best, rng, deals)`, which returns the surest reason over that
many deals of what is hidden, or None if none is sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import mean, stdev
from typing import Any

from games.rules.game import AnyGame, Game, PositionT, SeededRandom, ViewT
from games.rules.position import PlayedMove, Position
from games.rules.sentences import Seat, marked

# Of what the mover cannot see: at first, and again where these leave no reason sure or its figures are averages.
DEALS = (16, 64)
PART = 1 / 3  # of the points more: what the opponent's answers lose or gain beside them is said from this on
ESTIMATES = ("before", "after", "share")  # the figures that are counted over deals
SURE = 3.0  # standard errors of a difference of the opponent's answers that is said

REASONS: Mapping[str, str] = {
    "points": marked("It scores {more} more now."),
    "opens": marked("After it, the opponent’s best answer is worth about {after} on average, not {before}."),
    "points_rises": marked(
        "It scores {more} more now, though the opponent’s best answer rises from about {before} to {after}."
    ),
    "points_opens": marked(
        "It scores {more} more, and the opponent’s best answer drops from about {before} to {after}."
    ),
    "opens_points": marked(
        "The opponent’s best answer drops from about {before} to {after}, and it scores {more} more."
    ),
    "trade": marked("It scores {fewer} less, but the opponent’s best answer drops from about {before} to {after}."),
    "wins": marked("It ends the match and wins it."),
    "loses": marked("The move played ended the match and lost it."),
    "searched": marked("It wins in every deal that was searched to the end."),
    "hopeless": marked("The move played loses in every deal that was searched to the end; this one can still win."),
}


class Theme(StrEnum):
    """What there is to see in a move, by which mistakes and puzzles are practised."""

    POINTS = "points"  # a move with more points
    SQUARES = "squares"  # coloured squares
    REPLIES = "replies"  # what the opponent answers
    BLANKS = "blanks"
    CAPTURES = "captures"
    ACROSS = "across"  # captures on a diagonal
    SEVERAL = "several"  # sums or captures by one move
    LINKED = "linked"  # numbers that lie on the board
    LONG = "long"  # sums of four numbers and more
    ORDER = "order"  # of operations: times before plus
    FEWER = "fewer"  # than the most points
    BLOCKED = "blocked"  # tiles that fit nowhere afterwards
    OPEN = "open"  # squares for tiles to come
    PASSING = "passing"  # to place nothing, or to place something
    WRONG = "wrong"  # a tile that is wrong there
    ENDINGS = "endings"
    OTHER = "other"  # no reason is sure


THEMES: Mapping[str, Theme] = {
    "points": Theme.POINTS,
    "points_rises": Theme.POINTS,
    "points_opens": Theme.POINTS,
    "opens": Theme.REPLIES,
    "opens_points": Theme.REPLIES,
    "trade": Theme.REPLIES,
    "threat": Theme.REPLIES,
    "wins": Theme.ENDINGS,
    "loses": Theme.ENDINGS,
    "searched": Theme.ENDINGS,
    "hopeless": Theme.ENDINGS,
    "enough": Theme.ENDINGS,
    "colours": Theme.SQUARES,
    "coloured": Theme.POINTS,  # more points without any colour, too
    "colours_next": Theme.SQUARES,
    "more_next": Theme.POINTS,
    "blank": Theme.BLANKS,
    "blank_fewer": Theme.BLANKS,
    "blank_next": Theme.BLANKS,
    "blanks_next": Theme.BLANKS,
    "pass_ends": Theme.PASSING,
    "pass_leads": Theme.PASSING,
    "pass_often": Theme.PASSING,
    "pass_played_ends": Theme.PASSING,
    "swap": Theme.PASSING,
    "wrong": Theme.WRONG,
}


@dataclass(frozen=True)
class Why:
    """The key of a sentence and the whole numbers in it."""

    key: str
    values: tuple[tuple[str, int], ...] = ()

    @property
    def is_estimated(self) -> bool:
        """Return whether a figure in it comes from deals, so that it takes many to be right."""
        return any(name in ESTIMATES for name, _ in self.values)


def why(key: str, **values: int) -> Why:
    """Return the reason with this key and these numbers."""
    return Why(key, tuple(values.items()))


@dataclass(frozen=True)
class Features:
    """What a move does at once and, in each deal of the hidden tiles, the points of the opponent's best answer.

    `won` and `lost` tell whether it ends the match, or a game of it, with this result in all deals, `ends` whether it
    ends it in any. `replies` are these answers, each with the position that it is made in; None where it ends.
    """

    turn: PlayedMove
    answers: tuple[int, ...]
    replies: tuple[tuple[Any, Any] | None, ...]
    won: bool
    lost: bool
    ends: bool


def deals_of(game: Game[Any, PositionT, ViewT, Any], view: ViewT, rng: SeededRandom, number: int) -> list[PositionT]:
    """Return so many positions that the view allows, drawn at random."""
    return [game.determinize(view, rng) for _ in range(number)]


def features_of(game: AnyGame, deals: Sequence[Position], move: object) -> Features:
    """Return the features of this move of the player to move, over these deals."""
    answers, replies, ends = [], [], []
    for number, position in enumerate(deals):
        after = game.apply(position, move, SeededRandom(b"reasons", number))
        end = outcome(position, after)
        ends.append(end)
        scored = game.scored_moves(after) if end is None else ()
        reply, points = max(scored, key=lambda one: one[1], default=(None, 0))
        answers.append(points)
        replies.append(None if reply is None else (after, reply))
    turn: PlayedMove = game.judge(deals[0], move)
    won, lost = (all(end == one for end in ends) for one in (1, -1))
    return Features(turn, tuple(answers), tuple(replies), won, lost, set(ends) != {None})


def next_points(game: AnyGame, features: Features) -> list[int]:
    """Return the most points that the mover can make next in each deal, after the opponent's best answer."""
    points = []
    for number, reply in enumerate(features.replies):
        after = game.apply(*reply, SeededRandom(b"replies", number)) if reply else None
        going = after and not after.result
        points.append(max((worth for _, worth in game.scored_moves(after)), default=0) if going else 0)
    return points


def outcome(before: Position, after: Position) -> int | None:
    """Return 1, 0 or −1 if the match or a game of it ended for the mover with a win, draw or loss; else None."""
    mover: Seat = before.to_move
    if before.tallies and after.tallies:
        gained = [now - then for now, then in zip(after.tallies[1], before.tallies[1], strict=True)]
        if any(gained):
            return 1 if gained[mover.index] else -1
    if after.result:
        return 0 if after.result.winner is None else 1 if after.result.winner is mover else -1
    return None


def differs(played: Features, best: Features, least: float) -> float | None:
    """Return by how many points the opponent's best answer is better after the played move; None unless it is sure.

    Sure is at least `least` points on average and `SURE` standard errors, in the same deals.
    """
    gaps = [one - other for one, other in zip(played.answers, best.answers, strict=True)]
    gap = mean(gaps)
    return gap if abs(gap) >= least and abs(gap) > SURE * stdev(gaps) / sqrt(len(gaps)) else None


def sure_gain(before: Sequence[int], after: Sequence[int], least: float, errors: float = SURE) -> bool:
    """Return whether these points in the same deals are more afterwards, by `least` on average and so many errors."""
    gaps = [now - then for then, now in zip(before, after, strict=True)]
    return mean(gaps) >= least and mean(gaps) > errors * stdev(gaps) / sqrt(len(gaps))


def by_points(played: Features, best: Features, least: int) -> Why | None:
    """Return the reason by the points now and the opponent's best answer; None if they do not favour the best move."""
    if best.won and not played.won:
        return why("wins")
    if played.lost and not best.lost:
        return why("loses")
    if played.ends or best.ends:  # there is no answer to compare
        return None
    more, gap = best.turn.points - played.turn.points, differs(played, best, least)
    before, after = (round(mean(one.answers)) for one in (played, best))
    if more >= least and more + (mean(played.answers) - mean(best.answers)) >= least:
        if gap is None or abs(gap) < max(least, more * PART):
            return why("points", more=more)
        if gap < 0:
            return why("points_rises", more=more, before=before, after=after)
        return why("points_opens" if more >= gap else "opens_points", more=more, before=before, after=after)
    if gap is None or gap < least or more + gap < least:
        return None
    if more < 0:
        return why("trade", fewer=-more, before=before, after=after)
    return why("opens", before=before, after=after)
