"""What the page of fairness says of probabilities, at the bounds of its words, and lines numbered batch by batch."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

from games.fairness import commitment_log, draw_statistics
from games.fairness.draw_statistics import HARDLY, LARGEST_ODDS, SMALLEST_ODDS, UNUSUAL, Odds, odds_of, verdict_on
from games.fairness.services import _cut
from games.matches.models import Deal
from tests.alike import one


@pytest.mark.parametrize(
    ("chance", "odds"),
    [
        (1.0, Odds(99, 100, 1)),
        (LARGEST_ODDS + 1e-9, Odds(99, 100, 1)),
        (LARGEST_ODDS, Odds(100, 100)),
        (0.5, Odds(50, 100)),
        (0.01, Odds(1, 100)),
        (0.009, Odds(9, 1000)),
        (0.0001, Odds(1, 10_000)),
        (0.00001, Odds(1, 100_000)),
        (0.000002, Odds(2, 1_000_000)),
        (SMALLEST_ODDS, Odds(1, 1_000_000)),
        (SMALLEST_ODDS / 2, Odds(1, 1_000_000, -1)),
        (0.0, Odds(1, 1_000_000, -1)),
    ],
)
def test_odds_in_words(chance: float, odds: Odds) -> None:
    assert odds_of(chance) == odds


@pytest.mark.parametrize(
    ("chance", "word"),
    [(HARDLY - 1e-9, "hardly"), (HARDLY, "unusual"), (UNUSUAL - 1e-9, "unusual"), (UNUSUAL, "fair"), (1.0, "fair")],
)
def test_the_word_of_a_verdict(chance: float, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_statistics, "chance_of_any", lambda _chances: chance)
    tested: Any = SimpleNamespace(outcome=SimpleNamespace(chance=0.5))
    untested: Any = SimpleNamespace(outcome=None)
    verdict = verdict_on([tested, untested])
    assert verdict
    assert (verdict.word, verdict.tests) == (word, 1)
    assert verdict_on([untested]) is None


def test_the_command_numbers_all_lines_batch_by_batch(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commitment_log, "BATCH", 2)
    for _number in range(5):
        one(Deal)
    call_command("check_commitments")
    assert [*Deal.objects.order_by("number").values_list("number", flat=True)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("count", "whole", "sizes"),
    [(0, 20, []), (5, 20, [5]), (6, 20, [2, 2, 1, 1]), (3, 4, [1, 1, 1]), (20, 20, [5, 5, 5, 5])],
)
def test_a_pile_of_more_than_a_quarter_is_counted_in_four_parts(count: int, whole: int, sizes: list[int]) -> None:
    assert [*_cut(count, whole)] == sizes
