"""The rules of rating are told alike in docs/ratings.md, on the page for players, and in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from accounts.sessions import ADDRESSES_KEPT, BROWSERS_KEPT, Shared
from games.matches.play.starts import WAITS
from games.ratings import glicko2, shares
from tests.html import html_of

TEXT = (Path(__file__).parent.parent.parent / "docs/ratings.md").read_text()
RULES = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|", TEXT, re.M))


def test_the_document_has_the_figures_of_the_code() -> None:
    first = glicko2.NEWCOMER
    assert RULES["first rating, deviation, volatility"] == f"{first.rating:g}, {first.deviation:g}, {first.volatility}"
    assert RULES["tau, the change of volatility"] == f"{glicko2.TAU}"
    assert f"in {glicko2.PERIOD.days} days" in RULES["growth of the deviation"]
    assert RULES["least deviation"] == f"{glicko2.LEAST:g}"
    assert f"deviation of {glicko2.SETTLED:g} or more" in TEXT
    assert f"fewer than {shares.NEWCOMER} rated" in TEXT
    assert f"before {shares.FEWEST_MOVES} moves" in TEXT
    assert f"{shares.PAIRED} or more of the latest {shares.LATEST} opponents" in TEXT
    for kind, rule, kept in (
        (Shared.ADDRESS, "one internet connection", ADDRESSES_KEPT),
        (Shared.BROWSER, "one browser", BROWSERS_KEPT),
    ):
        assert RULES[f"{rule} within {kept.days} days"] == f"1/{1 / shares.PLACES[kind]:g} for both"
    assert f"move a rating by more than {shares.MOST_MOVED:g} points" in RULES["one connection or browser"]
    assert f"({', '.join(f'{wait.seconds // 60}' for wait in WAITS)} minutes)" in TEXT


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "fewer than 5 rated",
                "before move 8",
                "counts a tenth",
                "more than 4\N{NO-BREAK SPACE}points",
                "no rank",
                "declared void",
                "cancelled",
            ],
        ),
        (
            "nl",
            [
                "minder dan 5",
                "zet 8",
                "een tiende",
                "meer dan 4\N{NO-BREAK SPACE}punten",
                "ongeldig hebben verklaard",
                "afgebroken",
            ],
        ),
        (
            "de",
            [
                "weniger als 5",
                "Zug 8",
                "ein Zehntel",
                "mehr als 4\N{NO-BREAK SPACE}Punkte",
                "für ungültig erklärt",
                "abgebrochen",
            ],
        ),
    ],
)
def test_players_read_each_rule_in_their_language(db: None, language: str, words: list[str]) -> None:
    page = Client(headers={"Accept-Language": language}).get(reverse("ratings:how"))
    for one in words:
        assertContains(page, one)


@pytest.mark.parametrize(("language", "half"), [("en", "1.5"), ("nl", "1,5"), ("de", "1,5")])
def test_the_formula_has_decimals_of_the_language(db: None, language: str, half: str) -> None:
    page = Client(headers={"Accept-Language": language}).get(reverse("ratings:how"))
    assert f"<code>{half} × 2 × s + {half} × (1 − c)</code>" in html_of(page)
