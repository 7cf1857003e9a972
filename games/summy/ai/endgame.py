"""The end of a match, when the stock is empty and both hands are known: who comes out ahead by most, searched out.

To come out ahead by most is to win, or to draw, wherever that can be done. Most sums leave four pieces or fewer, and
then only the other's best sum is to come. So there is little to search: a last sum that leaves the other's best alone
is worth no more than what it brings beyond that one, and an exchange to play on no more than it would be worth to
keep all pieces while the other makes its last move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.summy.ai.candidates import Held, Offer
from games.summy.model.board import Grid
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.pieces import LAST, Pieces, choices
from games.summy.model.transitions import board_after

ENDLESS = 10**6
MOMENTS = 500
NEW = 10  # a moment with a board not seen before counts as so many


class Late(NamedTuple):
    """A moment with an empty stock: the board, what the player to move holds, and the other, who may be done."""

    grid: Grid
    own: Held
    other: Held
    done: bool = False


class Step(NamedTuple):
    """A move, its points and the pieces that go with it: what it promises, and what it cannot be better than."""

    hope: int
    bound: int
    move: Move
    points: int
    gone: Pieces


class Best(NamedTuple):
    """The best move so far, and by how many points its player comes out ahead from here on."""

    worth: int
    move: Move


class Endgame:
    """A search that looks at so many moments; when these are spent, only the most promising move is played on."""

    def __init__(self, moments: int = MOMENTS) -> None:
        self.moments = moments
        self._boards: set[Grid] = set()

    @property
    def spent(self) -> bool:
        """Whether something was left out, so that what was found may not be exact."""
        return self.moments < 0

    def best(self, late: Late, above: int = -ENDLESS, enough: int = ENDLESS, *, closing: bool = False) -> Best:
        """The best move of those worth more than `above`, or any that is worth `enough`.

        `closing` leaves out those after which the player is not done. Where none is worth more, `above` comes back.
        """
        best = self._best_of(late, steps(late, closing=closing), Best(above, _close(late).move), enough)
        if closing or best.worth >= enough or self.spent or self._passed(late, best.worth) <= best.worth:
            return best
        return self._best_of(late, _exchanges(late), best, enough)

    def worth(self, late: Late, above: int = -ENDLESS, enough: int = ENDLESS) -> int:
        """By how many points the player to move comes out ahead; told apart only between the two bounds."""
        self.moments -= 1 if late.grid in self._boards else NEW
        self._boards.add(late.grid)
        return late.own.most(late.grid) if late.done else self.best(late, above, enough).worth

    def _best_of(self, late: Late, found: Iterable[Step], best: Best, enough: int) -> Best:
        for number, step in enumerate(found):
            if best.worth >= enough or (number and self.spent):
                break
            if step.bound > best.worth:
                worth = step.points - self.worth(after(late, step), step.points - enough, step.points - best.worth)
                if worth > best.worth:
                    best = Best(worth, step.move)
        return best

    def _passed(self, late: Late, above: int) -> int:
        """What it would be worth to keep all pieces while the other makes its last move; more than `above`, or not."""
        waiting = Late(late.grid, late.other, late.own)
        return -self.best(waiting, -above - 1, -above, closing=True).worth


def after(late: Late, step: Step) -> Late:
    """The next moment, with the other player to move."""
    grid = board_after(late.grid, step.move) if isinstance(step.move, Sum) else late.grid
    rest = late.own.without(step.gone)
    return Late(grid, late.other, rest, done=len(rest.pieces) <= LAST)


def steps(late: Late, *, closing: bool = False) -> list[Step]:
    """Every sum and one exchange with which to close, or those that close only; the most promising first."""
    found = [_close(late)]
    for offer in late.own.offers(late.grid):
        if (closes := len(late.own.pieces) - len(offer.pieces) <= LAST) or not closing:
            more = 0 if closes else late.own.without(offer.pieces).most(late.grid)
            hope = offer.points - _answer(late, offer) + more
            found.append(Step(hope, hope if closes else ENDLESS, offer.move, offer.points, offer.pieces))
    return sorted(found, key=lambda step: -step.hope)


def _answer(late: Late, offer: Offer) -> int:
    """So many points the other can get afterwards, with a sum that this one leaves alone; perhaps more."""
    if offer.points > offer.move.points:  # its crossing sums set grey pieces too
        return 0
    answers = late.other.offers(late.grid)
    return next((answer.move.points for answer in answers if answer.room.isdisjoint(offer.changed)), 0)


def _close(late: Late) -> Step:
    """The exchange of as few pieces as make it the last move."""
    gone = late.own.pieces[: max(1, len(late.own.pieces) - LAST)]
    worth = -late.other.most(late.grid)
    return Step(worth, worth, Swap(gone), 0, gone)


def _exchanges(late: Late) -> Iterator[Step]:
    """Those after which the player is not done."""
    for gone in choices(late.own.pieces):
        if len(late.own.pieces) - len(gone) > LAST:
            yield Step(0, ENDLESS, Swap(gone), 0, gone)
