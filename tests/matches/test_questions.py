"""Questions about the position, typed into the move field: anna and bob play without seeing the board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.pages.questions import answer_question
from games.matches.play.services import play_move, resign
from games.rules import Seat
from tests.html import html_of
from tests.matches.conftest import legal_move, play_on
from tests.matches.stories import LIVE, Story

SignedIn = Callable[[User], Client]
CELL = re.compile(r"([a-z])(\d+)([a-z]) ([\d?]+)([-+x/])([\d?]+)=([\d?]+)")
TAG = re.compile(r"<[^>]*>")


@pytest.fixture
def ask(match: Match, signed_in: SignedIn) -> Callable[[User, str], str]:
    """Return a function that types a question on the page of the match, and returns the answer."""

    def ask(user: User, question: str) -> str:
        answer = signed_in(user).post(
            reverse("matches:preview", args=[match.pk]), {"text": question}, headers={"HX-Request": "true"}
        )
        shown = html_of(answer)
        assert 'class="told"' in shown, shown
        return TAG.sub("", shown).strip()

    return ask


def test_before_the_first_move_the_board_is_empty(ask: Callable[[User, str], str], anna: User) -> None:
    assert ask(anna, "last move") == "No moves yet."
    assert ask(anna, "read row 1") == "Row 1: 13 squares are empty."
    assert ask(anna, "read row 3") == "Row 3: 13 squares are empty."  # the same text twice would not be read aloud
    assert ask(anna, "read column a") == "Column a: 13 squares are empty."
    assert ask(anna, "read a1") == "a1, empty, red: the answer counts double, any other number twice extra."
    assert ask(anna, "read g7") == "g7, empty, blue: a number before the = counts once extra."
    assert ask(anna, "read b2") == "b2, not used."
    assert ask(anna, "where 13") == "13 is not on the board."
    assert ask(anna, "score") == "anna 0, bob 0."


def test_after_a_move_it_is_read_where_it_lies(
    ask: Callable[[User, str], str], match: Match, anna: User, bob: User
) -> None:
    text = legal_move(match)
    played = play_move(match.pk, anna, 1, text)
    start = CELL.match(text)
    assert start
    column, row, way = start.groups()[:3]
    faces = re.findall(r"\d", text.split()[1])

    told = ask(bob, "Last  MOVE")
    assert told.startswith(f"anna: {faces[0]} ")
    assert ("column" if way == "d" else "row") in told
    assert told.endswith(f"{played.first_points} points.")
    assert ask(bob, f"read {column}{row}").startswith(f"{column}{row}, {faces[0]}")
    assert ask(bob, f"read {column}{row}").endswith("last move.")
    assert f"{column}{row}" in ask(bob, f"where {faces[0]}")
    assert re.search(r"(plus|minus|times|divided by) on", ask(bob, f"read {'row' if way == 'r' else 'column'} "
                     f"{row if way == 'r' else column}"))  # fmt: skip
    assert ask(bob, "score") == f"bob 0, anna {played.first_points}."


def test_each_hears_the_own_tiles_and_no_others(
    ask: Callable[[User, str], str], match: Match, anna: User, bob: User
) -> None:
    play_move(match.pk, anna, 1, legal_move(match))
    assert ask(anna, "my tiles").startswith("Your tiles: ")
    assert ask(anna, "my tiles") != ask(bob, "my tiles")


def test_tiles_that_lie_face_down_are_not_told(ask: Callable[[User, str], str], bob: User) -> None:
    assert ask(bob, "my tiles") == "Your tiles stay face down until the first move."


def test_help_lists_the_questions_and_each_of_them_is_answered(ask: Callable[[User, str], str], anna: User) -> None:
    told = ask(anna, "help")
    asked = told.removeprefix("You can ask: ").removesuffix(".").split(", ")
    assert len(asked) == 8
    for question in asked:
        assert ask(anna, question)


def test_the_words_of_each_answer(story: Story) -> None:
    story.begin()
    match = play_on(story.match, 1)
    answers = {
        "last move": "anna: 9 minus 7 is 2, row 7, columns g to k, 11\N{NO-BREAK SPACE}points.",
        "my tiles": "Your tiles: 1, 6, 1, 2, 7, 3, 2, 1, minus, times, minus, equals.",
        "time": "bob: 4\N{NO-BREAK SPACE}days, 8\N{NO-BREAK SPACE}hours.",
        "score": "anna 11, bob 0.",
        "read row 7": "Row 7: 9 on g7, minus on h7, 7 on i7, equals on j7, 2 on k7, 8 squares are empty.",
        "read column g": "Column g: 9 on g7, 12 squares are empty.",
        "read column gh": "The board has no line gh.",
        "read row 2": "Row 2: 7 squares are empty.",
        "read k7": "k7, 2, last move.",
        "read g1": "g1, empty.",
        "read z99": "The board has no square z99.",
        "where minus": "minus is on h7.",
    }
    assert {question: answer_question(match, Seat.FIRST, question) for question in answers} == answers
    assert answer_question(match, Seat.FIRST, "timer") is None
    match = play_move(match.pk, match.second, 2, "pass")
    assert answer_question(match, Seat.FIRST, "last move") == "bob: passes."
    assert answer_question(resign(match.pk, match.first), Seat.FIRST, "time") == "This match is over."
    story.begin(control=LIVE)
    minutes = "5\N{NO-BREAK SPACE}minutes"
    assert answer_question(story.match, Seat.SECOND, "time") == f"bob {minutes}, anna {minutes}."


def test_a_detail_that_is_a_sentence_ends_once(generous: Match) -> None:
    taking = play_move(generous.pk, generous.first, 1, "4a1 row")
    worth = "6\N{NO-BREAK SPACE}points"
    assert answer_question(taking, None, "last move") == f"anna: 4a1 row, {worth}, It takes a whole line."


@pytest.mark.parametrize(
    ("language", "question", "told"),
    [("nl", "lees rij 1", "Rij 1: 13 vakjes zijn leeg."), ("de", "lies Zeile 1", "Zeile 1: 13 Felder sind leer.")],
)
def test_questions_are_understood_in_the_language_of_the_page(
    ask: Callable[[User, str], str],
    anna: User,
    signed_in: SignedIn,
    match: Match,
    language: str,
    question: str,
    told: str,
) -> None:
    browser = signed_in(anna)
    browser.cookies["django_language"] = language
    User.objects.update(language=language)
    url = reverse("matches:preview", args=[match.pk])
    shown = html_of(browser.post(url, {"text": question}, headers={"HX-Request": "true"}))
    assert told in shown
    assert told in html_of(browser.post(url, {"text": "read row 1"}, headers={"HX-Request": "true"}))


def test_what_is_neither_a_question_nor_a_move_is_refused(match: Match, anna: User, signed_in: SignedIn) -> None:
    for text in ("read", "readrow 1", "where", "help me", "g7r 1+1=3"):
        answer = signed_in(anna).post(
            reverse("matches:preview", args=[match.pk]), {"text": text}, headers={"HX-Request": "true"}
        )
        assert 'class="illegal"' in html_of(answer), text
