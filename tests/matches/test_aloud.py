"""Turns as text: a dot before the points on the page; words for signs, and the place, in screen readers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from games.matches.models import Match
from games.matches.pages.record import brings, did
from games.matches.play.services import play_move
from games.matches.templatetags.sentences import aloud, spoken_signs
from games.rules import PlayedMove, Seat, Sentence, Square
from tests.html import html_of
from tests.matches.conftest import legal_move
from tests.matches.test_preview import preview

SignedIn = Callable[[User], Client]
PLACE = (
    r"(column \w, rows|row \d+, columns) \w+ to \w+",
    r"(kolom \w, rij|rij \d+, kolom) \w+ tot en met \w+",
    r"(Spalte \w, Zeile|Zeile \d+, Spalte) \w+ bis \w+",
)
SIGNS = {"+": ("plus", "plus", "plus"), "-": ("minus", "min", "minus"), "x": ("times", "keer", "mal")}
MOVE = r"\w+ (\d+)([-+x])(\d+)=(\d+)"
HIDDEN = re.compile(r'<span aria-hidden="?true"?>.*?</span>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def heard(html: str) -> str:
    """Return the text of this HTML as a screen reader speaks it."""
    return " ".join(TAG.sub("", HIDDEN.sub("", html)).split())


def part(page: str, start: str, end: str) -> str:
    return page[(at := page.index(start)) : page.index(end, at)]


@pytest.mark.parametrize(("number", "language"), [(0, "en"), (1, "nl"), (2, "de")])
def test_status_and_list_say_plus_and_is(
    match: Match, anna: User, bob: User, signed_in: SignedIn, number: int, language: str
) -> None:
    text = legal_move(match)
    [(first, sign, second, outcome)] = re.findall(f"^{MOVE}$", text.replace("?", ""))
    points = play_move(match.pk, anna, 1, text).first_points
    browser = signed_in(bob)
    browser.cookies["django_language"] = language
    User.objects.update(language=language)

    page = html_of(browser.get(reverse("matches:match", args=[match.pk])))

    word, equals, unit = SIGNS[sign][number], ("is", "is", "ist")[number], ("point", "punt", "Punkt")[number]
    told = f"{first} {word} {second} {equals} {outcome}"
    status = part(page, 'id="status"', "</p>")
    assert re.search(f"anna: {told}, {PLACE[number]}, {points} {unit}", heard(status))
    assert f" · {points} {unit}" in status
    assert told in heard(part(page, 'id="turn-1"', "</li>"))


def test_the_preview_says_so_too(match: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), match, ply="1", text=legal_move(match))

    assert re.search(r"\d (plus|minus|times) \d+ is \d+ scores \d+ point", heard(shown))
    assert re.search(r"\d [+−×] \d+ = \d+ scores \d+ point", shown)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "2 times 3 plus 8 divided by 4 minus 1 is 7 (20)"),
        ("nl", "2 keer 3 plus 8 gedeeld door 4 min 1 is 7 (20)"),
        ("de", "2 mal 3 plus 8 geteilt durch 4 minus 1 ist 7 (20)"),
    ],
)
def test_every_sign_has_its_word(language: str, told: str) -> None:
    with override(language):
        assert aloud("2 × 3 + 8 ÷ 4 − 1 = 7 (20)") == told
        assert aloud("4 on d4 – e5") == "4 on d4 – e5"


@pytest.mark.parametrize(("detail", "said"), [("2 kept", "2 kept</span>."), ("No 9 fits.", "No 9 fits.</span>")])
def test_what_a_turn_did_besides_its_points_ends_before_what_follows(detail: str, said: str) -> None:
    turn = PlayedMove(Seat.FIRST, Sentence("4 on d4"), detail=Sentence(detail))

    assert did("en", "anna", turn).endswith(said)


def test_who_passes_is_told_in_a_sentence() -> None:
    assert did("en", "anna", PlayedMove(Seat.FIRST, Sentence("passes"))).strip() == "anna passes."
    assert did("de", "anna", PlayedMove(Seat.FIRST, Sentence("4 on d4"), squares=(Square(0, 0),))).startswith("anna: 4")


def test_the_preview_of_a_pass_is_no_sentence_with_two_verbs() -> None:
    assert heard(brings(PlayedMove(Seat.FIRST, Sentence("passes")))) == "passes, 0 points"


def test_scripts_have_the_words_of_all_signs() -> None:
    words = {"+": "plus", "−": "minus", "×": "times", "÷": "divided by", ":": "divided by", "=": "equals"}
    with override("en"):
        assert json.loads(spoken_signs()) == {**words, "■": "closed"}
