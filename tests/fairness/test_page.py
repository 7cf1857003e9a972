"""The fairness page: the verdict, the tables, and the link to the proof of one match."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.fairness.draw_statistics import all_draws, verdict_on
from games.fairness.models import DrawCount
from games.matches.models import Match
from games.matches.play.services import resign
from tests.fairness.conftest import count_all, over, store
from tests.html import html_of
from tests.page_lines import Texts
from tests.seen_words import words

PAGE = "/fairness/"
DRAWS = "/fairness/draws/"
says = Texts(__file__, changing=r"(?<=draws-)\d+")


def test_an_empty_site_has_too_few_matches(client: Client, db: None) -> None:
    page = client.get(DRAWS)
    assert "Not enough matches have ended to tell." in html_of(page)


def test_fair_draws_look_like_chance(client: Client, hundred: list[Match]) -> None:
    page = html_of(client.get(DRAWS))
    verdict = verdict_on(all_draws())
    assert verdict
    assert verdict.word == "fair"
    assert "The draws look random." in page
    assert (
        f"{verdict.tests} orders of tiles are tested. This is how often the oddest would be this uneven by chance:"
    ) in page
    assert "always looks odd" not in page
    assert "Digifeud: Numbers in the bag, in the order drawn" in page
    assert "Places 9 to 16: Numbers dealt to Player 2" in page
    for row in DrawCount.objects.all():
        assert f'id="draws-{row.pk}"' in page


def test_all_that_the_page_says(client: Client, anna: User, bob: User) -> None:
    digifeud = [over("digifeud", anna, bob, 100 + number, option_data={"operators": "+-"}) for number in range(2)]
    digifeud.append(over("digifeud", anna, bob, 103, option_data={"operators": "+-x"}))
    store([*(over("sudoku", anna, bob, number) for number in range(40)), *digifeud])
    count_all()
    page = client.get(DRAWS)
    says("draws", page, "verdict fairness")
    places = {f"draws-{row.pk}" for row in DrawCount.objects.all()}
    assert {*re.findall(r'href="#(draws-\d+)"', page.text)} == {*re.findall(r'id="(draws-\d+)"', page.text)} == places
    bars = re.findall(r'<rect x="(\d+)" y="([\d.]+)" width="10" height="([\d.]+)"', html_of(page).replace(" />", ">"))
    assert [(x, float(y) + float(height)) for x, y, height in bars[-4:]] == [(f"{13 * n}", 32.0) for n in range(4)]


def test_all_draws_are_told_in_a_few_words(client: Client, hundred: list[Match]) -> None:
    for language, _ in settings.LANGUAGES:
        page = client.get(DRAWS, headers={"Accept-Language": language}, follow=True).text
        assert 100 < len(words(page, "main")) <= 200, language


def test_a_rigged_bag_is_called_so(client: Client, hundred: list[Match]) -> None:
    row = DrawCount.objects.get(game_slug="summy")
    first, second, *rest = row.counts["9"]
    other = row.counts["0"]
    row.counts["9"] = [first + 12, second - 12, *rest]
    row.counts["0"] = [other[0] - 12, other[1] + 12, *other[2:]]
    row.save()
    page = html_of(client.get(DRAWS))
    assert "it is hardly chance" in page
    assert "less than 1 in a million" in page or "in 1000" in page


def test_the_page_costs_the_same_however_many_matches(client: Client, hundred: list[Match]) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get(DRAWS)
    assert len(queries) == 1


def test_a_game_that_is_gone_is_left_out(client: Client, hundred: list[Match]) -> None:
    DrawCount.objects.filter(game_slug="sudoku").update(game_slug="chess")
    DrawCount.objects.filter(game_slug="tenbyten").update(option_data={"strange": 1}, key="other")
    page = html_of(client.get(DRAWS))
    assert "Sudoku Duel:" not in page
    assert "10 BY 10:" not in page
    assert "Digifeud:" in page


@pytest.mark.parametrize("spelt", ["{}", " {} ", "/matches/{}/", "https://numgames.example/matches/{}/12/?x=1#y"])
def test_the_form_leads_to_the_match(client: Client, match: Match, spelt: str) -> None:
    for text in (spelt.format(match.pk), spelt.format(match.pk).upper()):
        assert client.get(PAGE, {"match": text})["Location"] == reverse("matches:fairness", args=[match.pk])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Type or paste the address of a match."),
        ("hello", "the address of a match. It looks like"),
        ("https://example.org/", "the address of a match. It looks like"),
        ("/matches/<script>/", "the address of a match. It looks like"),
        ("0123456789", "No match found at this address."),
        ("x" * 999, "at most 200 characters"),
    ],
)
def test_nonsense_gets_a_sentence(client: Client, db: None, text: str, sentence: str) -> None:
    page = client.get(PAGE, {"match": text})
    assert page.status_code == 422
    assert sentence in html_of(page)


def test_the_proof_of_a_match_leads_to_all_draws_and_to_the_check_of_a_file(
    client: Client, match: Match, anna: User
) -> None:
    address = reverse("matches:fairness", args=[match.pk])
    page = html_of(client.get(address))
    assert "When the match is over, everything is shown here, and your browser checks it." in page
    assert PAGE in page
    assert reverse("history:reading") in page
    assert address in html_of(client.get(reverse("matches:match", args=[match.pk])))
    resign(match.pk, anna)
    assert len(re.findall('class="yes"', html_of(client.get(address)))) == 2
    assert DRAWS in html_of(client.get(PAGE))


def test_the_foot_of_every_page_leads_there(client: Client, db: None) -> None:
    assert f'href="{PAGE}"' in html_of(client.get("/"))


def test_a_running_match_is_in_no_figure(client: Client, match: Match, anna: User, bob: User) -> None:
    store([over("sudoku", anna, bob, 1)])
    count_all()
    assert {one.game.slug for one in all_draws()} == {"sudoku"}
