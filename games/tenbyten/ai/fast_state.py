"""Looks at what a board offers to a hand, and to one that nobody sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

from games.tenbyten.ai.determinization import unseen
from games.tenbyten.ai.win_probability import NO_CAPTURE, Race
from games.tenbyten.model.board import place
from games.tenbyten.model.chips import FACES, HAND, Chips
from games.tenbyten.model.listing import moves
from games.tenbyten.model.movegen import Capture, Taking, takings, tens
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView

Offers = Mapping[str, set[Capture]]  # by the chip that makes them


@dataclass(frozen=True)
class Outlook:
    """What the player to move knows: the board, the own hand, the race, and the chips that are out of sight."""

    faces: Chips
    hand: Chips
    race: Race
    unseen: Mapping[str, int]

    @classmethod
    def of(cls, view: TenByTenView) -> Outlook:
        """That of this viewer, who is to move."""
        own, other = view.public.counts if view.to_move.index == 0 else view.public.counts[::-1]
        race = Race(own, other, view.container, _drawn(view))
        return cls(view.public.grid.faces, view.hand or (), race, Counter(unseen(view)))

    def moves(self) -> Iterator[tuple[Move, Taking]]:
        """Every legal move with what it takes."""
        return moves(self.faces, self.hand)

    def kept(self, move: Move) -> str:
        """The other chip of the hand."""
        return self.hand[1] if self.hand[0] == move.chip else self.hand[0]


def _drawn(view: TenByTenView) -> float:
    """What a drawn game is worth to the player to move, between a lost and a won one.

    Half, for the next game is as open as this one was. But where it would make the match a draw that is as good as
    winning the game for the player who has won fewer games, and as bad as losing it for the one who leads.
    """
    won, last = view.public.won, view.public.in_a_row + 1 == view.options.most_drawn
    if not last or won[0] == won[1]:
        return 0.5
    return float(won[view.to_move.index] < won[view.to_move.other.index])


def laid(faces: Chips, move: Move, taking: Taking) -> Chips:
    """What lies on the board after the move that takes this."""
    after = list(faces)
    after[place(move.square)] = move.chip
    for empty in taking.places:
        after[empty] = ""
    return tuple(after)


def offers(faces: Chips) -> Offers:
    """The captures that each chip could make on this board; a chip that could make none is left out."""
    found: dict[str, set[Capture]] = {}
    for (chip, _place), ways in tens(faces).items():
        found.setdefault(chip, set()).update(taking.capture for taking in takings(ways)[1:])
    return found


def best_by_chip(offered: Offers, value: Callable[[Capture], float]) -> dict[str, float]:
    """The value of the best that each chip could capture, which may be nothing."""
    nothing = value(NO_CAPTURE)
    best = dict.fromkeys(FACES, nothing)
    for chip, captures in offered.items():
        best[chip] = max(nothing, *map(value, captures))
    return best


def hands(unseen: Mapping[str, int]) -> Iterator[tuple[float, tuple[str, str]]]:
    """Every hand that the chips out of sight may make, after how likely it is."""
    many = sum(unseen.values())
    for one, other in combinations_with_replacement(sorted(unseen), HAND):
        ways = unseen[one] * (unseen[other] - 1) if one == other else 2 * unseen[one] * unseen[other]
        if ways:
            yield ways / (many * (many - 1)), (one, other)


def expected_of_two(values: Mapping[str, float], unseen: Mapping[str, int]) -> float:
    """What the better of two chips is worth on average, drawn from those out of sight."""
    left = sum(unseen.values())
    pairs, total = left * (left - 1), 0.0
    if left < HAND:
        return max(values.values())
    for chip in sorted(values, key=values.__getitem__, reverse=True):
        worse = left - unseen.get(chip, 0)
        total += values[chip] * (left * (left - 1) - worse * (worse - 1))
        left = worse
    return total / pairs


def expected_of_one(values: Mapping[str, float], known: str, unseen: Mapping[str, int]) -> float:
    """What the better of a known chip and one from those out of sight is worth on average."""
    many = sum(unseen.values())
    if not many:
        return values[known]
    return sum(count * max(values[known], values[chip]) for chip, count in unseen.items()) / many
