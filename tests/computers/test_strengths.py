"""A computer's page shows its measured strength."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.template.defaultfilters import floatformat
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import User
from bench.strengths import percent
from games.computers import characters
from games.computers.characters import measured
from games.computers.services import find_computer
from tests.html import html_of

FIGURES = {"matches": 400, "rate": 0.75, "low": 0.7, "high": 0.8, "elo": [191, 147, 241]}
CERTAIN = {"matches": 40, "rate": 1.0, "low": 0.91, "high": 1.0, "elo": [None, 402, None]}


@pytest.fixture(autouse=True)
def _ladders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provide measurements of Sudoku only."""
    pairs = [{"levels": [2, 1], **FIGURES}, {"levels": [3, 2], **CERTAIN}]
    (tmp_path / "sudoku.json").write_text(json.dumps({"pairs": pairs}))
    monkeypatch.setattr(characters, "strengths_file", lambda slug: tmp_path / f"{slug}.json")
    characters._rows.cache_clear()
    yield
    characters._rows.cache_clear()


def test_figures_are_told_from_either_side() -> None:
    weaker, stronger = measured("sudoku", 2)
    assert (weaker.other, weaker.percents, weaker.elo) == (1, (75, 70, 80), 191)
    assert (stronger.other, stronger.rate) == (3, 0)
    assert (stronger.elo, stronger.elo_low, stronger.elo_high) == (None, None, -402)
    (mirrored,) = measured("sudoku", 1)
    assert mirrored.percents == pytest.approx((25, 20, 30))
    assert (mirrored.elo, mirrored.elo_low, mirrored.elo_high) == (-191, -241, -147)
    assert measured("summy", 1) == []


def test_the_page_rounds_as_the_docs_do() -> None:
    weaker, _stronger = measured("sudoku", 2)
    rate, *_sure = replace(weaker, rate=0.6375).percents
    assert f"{floatformat(rate)}%" == percent(0.6375) == "63.8%"


def test_the_page_of_a_computer_shows_them(client: Client, computer: User) -> None:
    page = html_of(client.get(reverse("matches:player", args=[find_computer(2).username])))
    characters = strip_tags(page.partition('id="strengths"')[2].partition("</section>")[0])
    assert "75% (70–80)" in characters
    assert "+191 (+147 … +241)" in characters
    assert "– (–∞ … −402)" in characters
    assert reverse("matches:player", args=[computer.username]) in page
    assert "Summy" not in characters


def test_nothing_is_shown_where_no_one_measured(
    client: Client, computer: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sudoku.json").unlink()
    page = html_of(client.get(reverse("matches:player", args=[computer.username])))
    assert 'id="computer"' in page
    assert 'id="strengths"' not in page
