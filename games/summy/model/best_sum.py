"""The sum with the most points that a hand can make at a glance: of up to nine pieces, from the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.summy.model.enumeration import WEIGHTS
from games.summy.model.equation_table import table
from games.summy.model.pieces import EQUALS, OPERATORS, Pieces, ordered, points_of
from games.summy.model.slots import Kind, Window, Windows, goes_with, windows_on

Part = tuple[int, int]  # of a hand: its points and its weight


class Seen(NamedTuple):
    """A sum on a line: its points on that line alone, the cell it begins on, from 1, and its text."""

    points: int
    place: int = 0
    text: str = ""


NONE = Seen(0)


class Glance:
    """What one hand sees; it remembers each line for as long as it looks the same."""

    def __init__(self, hand: Pieces) -> None:
        self._parts = _parts(ordered(hand))
        self._sums = table().sums
        self._hopes: dict[str, int] = {}
        self._seen: dict[str, Seen] = {}
        self._texts: dict[tuple[int, int], tuple[tuple[str, int], ...]] = {}

    def best(self, lines: Sequence[str], above: int = 0) -> tuple[int, Seen]:
        """The number of the line, from 0, with the sum that brings most, and that sum; `NONE` unless it is above."""
        best, where = Seen(above), 0
        hopes = sorted(((self.hope(line), number) for number, line in enumerate(lines)), reverse=True)
        for hope, number in hopes:
            if hope <= best.points:
                break
            if (found := self.on(lines[number], best.points)).points > best.points:
                best, where = found, number
        return where, best if best.text else NONE

    def hope(self, line: str) -> int:
        """No sum on this line brings more."""
        if (found := self._hopes.get(line)) is None:
            found = self._hopes[line] = max(map(self._hope, windows_on(line)), default=0)
        return found

    def on(self, line: str, above: int) -> Seen:
        """The best sum on this line if it brings more than so many points."""
        if (seen := self._seen.get(line)) is None:
            seen = self._look(line, above)
            if seen.text:
                self._seen[line] = seen
                self._hopes[line] = seen.points
            else:
                self._hopes[line] = min(above, self._hopes.get(line, above))
        return seen if seen.points > above else NONE

    def texts(self, windows: Windows) -> tuple[tuple[str, int], ...]:
        """All sums that the hand spells with what lies in these windows, in any order, and their points."""
        key = windows.kind.new, windows.weight
        if (found := self._texts.get(key)) is None:
            found = self._texts[key] = tuple(
                (text, points + windows.points)
                for points, weight in self._parts.get(windows.kind, ())
                for text in self._sums(weight + windows.weight, windows.length)
            )
        return found

    def _hope(self, windows: Windows) -> int:
        parts = self._parts.get(windows.kind)
        return windows.points + parts[0][0] if parts else 0

    def _look(self, line: str, above: int) -> Seen:
        best = Seen(above)
        for windows in sorted(windows_on(line), key=self._hope, reverse=True):
            if self._hope(windows) <= best.points:
                break
            for points, weight in self._parts[windows.kind]:
                if points + windows.points <= best.points:
                    break
                texts = self._sums(weight + windows.weight, windows.length)
                if found := _fitting(texts, windows.places):
                    best = Seen(points + windows.points, *found)
                    break
        return best if best.text else NONE


@lru_cache(maxsize=1 << 6)
def glance(hand: Pieces) -> Glance:
    """That of this hand, which is in the order of notation."""
    return Glance(hand)


def _fitting(texts: Sequence[str], places: Sequence[Window]) -> tuple[int, str] | None:
    """The first of the sums that goes with what lies in one of the windows, and where it begins."""
    for text in texts:
        for place, old in places:
            if goes_with(text, old):
                return place, text
    return None


@lru_cache(maxsize=1 << 10)
def _parts(hand: Pieces) -> dict[Kind, list[Part]]:
    """The selections of this hand by the windows that they may fill, those with the most points first."""
    selections = [(0, 0, 0, 0, 0)]  # of how many pieces, how many = and operators among them, points, weight
    for piece, count in Counter(hand).items():
        points, weight, equals, sign = points_of(piece), WEIGHTS[piece], piece == EQUALS, piece in OPERATORS
        selections = [
            (new + more, has + more * equals, signs + more * sign, sum_ + more * points, full + more * weight)
            for new, has, signs, sum_, full in selections
            for more in range((1 if equals else count) + 1)
        ]
    found: dict[Kind, list[Part]] = defaultdict(list)
    for new, has, signs, points, weight in selections:
        found[Kind(new, bool(has), False)].append((points, weight))
        if signs:
            found[Kind(new, bool(has), True)].append((points, weight))
    for parts in found.values():
        parts.sort(reverse=True)
    return found
