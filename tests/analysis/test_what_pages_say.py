"""All that the pages of an analysis say and where they lead."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.analysis.analysis_view import Share
from games.analysis.evaluation.report import Side
from games.analysis.evaluation.turns import Luck
from games.analysis.models import VERSION, Analysis
from games.analysis.services import ask
from games.matches.models import Match
from games.rules import Seat
from tests.analysis.conftest import made_up
from tests.page_lines import Texts

SignedIn = Callable[[User], Client]
says = Texts(__file__)


def test_all_that_is_said_before_it_is_done(finished: Match, anna: User, signed_in: SignedIn) -> None:
    hers, path = signed_in(anna), f"/matches/{finished.pk}/analysis/"
    says("not asked for", hers.get(path), "main analysis_inside")
    ask(finished)
    states: list[dict[str, Any]] = [{"state": "asked"}, *({"state": "working", "done": done} for done in (1, 3, 6))]
    for columns in states:
        Analysis.objects.update(**columns)
        for browser in (hers, Client()):
            page = browser.get(path)
            says(" ".join(map(str, columns.values())), page, "analysis_inside")
            assert ('data-sees="analysis:match00001"' in page.content.decode()) is (browser is hers)
        assert 'http-equiv="refresh"' in page.content.decode()
    Analysis.objects.update(state="failed")
    says("failed", hers.get(path), "analysis_inside")
    estimate = made_up(finished).measured
    Analysis.objects.update(state="asked", done=0, measured=[], estimate=estimate, summary={})
    says("estimate", hers.get(path), "analysis_inside")


def test_all_that_is_said_of_the_match(finished: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    made_up(finished)
    path = f"/matches/{finished.pk}/analysis/"
    page = signed_in(bob).get(path).content.decode()
    says("match", page, "gauges chances moments shares rows")
    rising = re.findall(r'<td class="number gain([^"]*)"', page)
    assert rising == [" up", " up", " up", " down", " down"]
    chart = page.partition('<figure id="chances">')[2].partition("</figure>")[0]
    line = "6.0,88.9 123.6,72.7 241.2,85.0 358.8,81.6 476.4,70.7 594.0,84.7"
    assert re.findall(r'points="([^"]*)"', chart) == [f"6,160 {line} 594.0,160", line]
    assert re.findall(r'href="([^"]*)"', chart) == [f"{path}{ply}/" for ply in range(1, 6)]
    titles = re.findall(r"<title>\s*(.*?)\s*</title>", chart)
    assert titles == [f"Turn {ply}: anna wins {chance}%" for ply, chance in enumerate((55, 47, 49, 56, 47), 1)]
    says("match: visitor", Client().get(path), "gauges shares")
    for viewer in (None, anna, bob):
        browser = signed_in(viewer) if viewer else Client()
        says(f"news: {viewer or 'visitor'}", browser.get(f"/matches/{finished.pk}/"), "analysis_news")


def test_each_word_begins_with_its_accuracy(anna: User) -> None:
    begins = {90: "brilliant", 75: "strong", 55: "good", 35: "uneven", 0: "rough"}
    for least, word in begins.items():
        for accuracy in (least, least + 14.4):
            side = Side(Seat.FIRST, turns=1, precision=accuracy, made=0, most=0, luck=Luck(0, 50))
            assert Share(anna, side, own=True).word == word


def test_all_that_is_said_of_a_turn(finished: Match, anna: User, signed_in: SignedIn) -> None:
    made_up(finished)
    path, browser = f"/matches/{finished.pk}/analysis/", signed_in(anna)
    for way in ("3/", "3/?move=1", "1/", "2/", "4/", "5/"):
        says(f"turn {way}", browser.get(f"{path}{way}"), "replay", since="turn 3/" if way != "3/" else "")
    page = browser.get(f"{path}3/?move=1").content.decode()
    assert re.findall(r'data-(?:squares|points)="([^"]*)"', page)[:6] == [
        *("i9 j9 k9 l9 m9", "29"),
        *("i11 j11 k11 l11 m11", "52"),
        *("i9 j9 k9 l9 m9", "29"),
    ]
    cells = [cells.count("&lt;td") for cells in re.findall(r'data-cells="([^"]*)"', page)]
    assert cells == [4, 4, 4, 4]  # of each move only those that it changes


def test_all_that_is_said_of_a_variation(finished: Match, anna: User, signed_in: SignedIn) -> None:
    analysis, browser = made_up(finished), signed_in(anna)
    path = reverse("analysis:variation", args=[finished.pk, 3])
    says("variation", browser.get(path), "task scores")
    best, played, poor = (one["text"] for one in analysis.measured[3]["listed"]["best"])
    query = urlencode([("line", best)])
    says("variation: the best", browser.get(f"{path}?{query}"), "task status scores")
    fourth = reverse("analysis:variation", args=[finished.pk, 4])
    second = analysis.measured[4]["listed"]["best"][1]["text"]
    for way, name, move in ((path, "played", played), (path, "poor", poor), (fourth, "about equal", second)):
        says(f"variation: {name}", browser.get(f"{way}?{urlencode([('line', move)])}"), "compared")


def test_all_that_is_said_of_a_player_over_time(finished: Match, anna: User, bob: User) -> None:
    Analysis.objects.all().delete()
    figures = [(90.4, 40, [3, 0.1], {"missed": 1}), (80.4, 50, [4, 0.3], {"greedy": 2}), (60, 72, None, {})]
    for number, (accuracy, luck, miss, mistakes) in enumerate(figures):
        match = Match.objects.get(pk=finished.pk)
        match.pk = match.commitment = f"over{number:06}"
        match.finished_at = (finished.finished_at or match.started_at) - timedelta(days=number)
        match.save(force_insert=True)
        own = {"accuracy": accuracy, "luck": luck, "miss": miss, "mistakes": mistakes}
        summary = {"sides": [own, own | {"accuracy": None}], "moments": []}
        asked = match.finished_at
        Analysis.objects.create(match=match, state="done", version=VERSION, asked_at=asked, summary=summary)
    page = Client().get(reverse("matches:player", args=["anna"])).content.decode()
    says("player", page, "accuracy")
    assert 'points="3.0,29.0 60.0,15.7 117.0,9.2"' in page.partition('id="accuracy"')[2]
    assert 'id="accuracy"' not in Client().get(reverse("matches:player", args=["bob"])).content.decode()
