"""A bot that sees few moves: how many it sees, and that it plays the best of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf
from statistics import fmean

import pytest

from games.catalogue import games
from games.rules import SamplingBot, SeededRandom, View
from games.rules.bot import drawn

GAME = games()["sudoku"]
VIEW = GAME.view(GAME.setup(GAME.options_type(), SeededRandom(b"any")), None)


@dataclass(frozen=True)
class Numbers(SamplingBot[View, int, int]):
    """Takes the highest number below a hundred that it sees."""

    def find(self, view: View, rng: SeededRandom) -> list[int]:
        return list(range(100))

    def rated(self, found: int) -> tuple[float, int]:
        return found, found


def average(seen: float) -> float:
    bot = Numbers(level=1, seen=seen)
    return fmean(bot.choose(VIEW, SeededRandom(b"chance", number)) for number in range(400))


def test_who_sees_more_finds_better_moves() -> None:
    """The highest of n numbers is n / (n + 1) of the way up, on average."""
    assert average(1) == pytest.approx(50, abs=4)
    assert average(3) == pytest.approx(75, abs=4)
    assert average(1) + 3 < average(1.5) < average(2) - 3
    assert average(inf) == 99


@pytest.mark.parametrize(("number", "counts"), [(1, {1}), (2.5, {2, 3}), (0.2, {1}), (5, {5}), (9, {5}), (inf, {5})])
def test_a_fraction_is_the_chance_of_one_more(number: float, counts: set[int]) -> None:
    sizes = [drawn("abcde", number, SeededRandom(b"chance", turn)) for turn in range(200)]
    assert all(len(set(some)) == len(some) for some in sizes)
    found = Counter(map(len, sizes))
    assert set(found) == counts
    assert fmean(found.elements()) == pytest.approx(min(5, max(1, number)), abs=0.15)


def test_the_same_chance_gives_the_same_moves() -> None:
    assert drawn(range(50), 4.5, SeededRandom(b"one")) == drawn(range(50), 4.5, SeededRandom(b"one"))
