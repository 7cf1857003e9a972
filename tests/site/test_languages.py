"""The site in Dutch, German and French: pages, sentences of the rules, and dates."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override
from pytest_django.asserts import assertContains

from accounts.models import User
from core.clock import moment
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl
from tests.html import html_of

SignedIn = Callable[[User], Client]


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    """Return a match that anna begins against bob."""
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud", options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
    )


def reads(language: str) -> dict[str, str]:
    """Return the headers of a browser with this language."""
    return {"Accept-Language": f"{language},en;q=0.5"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "address", "sentence"),
    [
        ("nl", "/", "Getallenspellen voor twee."),
        ("de", "/", "Zahlenspiele für zwei."),
        ("fr", "/", "Des jeux de nombres pour deux."),
        ("pl", "/", "Gry liczbowe dla dwojga."),
        ("nl", "/lobby/", "Open uitdagingen"),
        ("de", "/lobby/", "Offene Herausforderungen"),
        ("fr", "/lobby/", "Défis ouverts"),
        ("pl", "/lobby/", "Otwarte wyzwania"),
        ("nl", "/games/digifeud/", "Digifeud online spelen: de spelregels"),
        ("de", "/games/digifeud/", "Digifeud online spielen: die Regeln"),
        ("fr", "/games/digifeud/", "Jouer à Digifeud en ligne\N{NO-BREAK SPACE}: les règles"),
        ("pl", "/games/digifeud/", "Zagraj online w\N{NO-BREAK SPACE}Digifeud: zasady"),
    ],
)
def test_a_browser_gets_pages_in_its_language(language: str, address: str, sentence: str) -> None:
    page = Client().get(address, headers=reads(language))
    assertContains(page, sentence)
    assertContains(page, f'<html lang="{language}"')
    for other in ("en", "nl", "de", "fr", "pl"):  # WCAG 3.1.2: each language is named in itself
        assert re.search(rf'<button\s+name="language"\s+value="{other}"\s+lang="{other}"', page.content.decode())


@pytest.mark.parametrize(
    ("language", "begins", "waits"),
    [
        ("nl", "Jij begint.", "Wachten op anna."),
        ("de", "Du beginnst.", "Warten auf anna."),
        ("fr", "Tu commences.", "En attente de\N{NO-BREAK SPACE}: anna."),
        ("pl", "Zaczynasz.", "Czekamy na gracza anna."),
    ],
)
def test_both_players_read_whose_turn_it_is(
    match: Match, anna: User, bob: User, signed_in: SignedIn, language: str, begins: str, waits: str
) -> None:
    address = reverse("matches:match", args=[match.pk])
    assertContains(signed_in(anna).get(address, headers=reads(language)), begins)
    assertContains(signed_in(bob).get(address, headers=reads(language)), waits)


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("nl", "1 + 1 is 2, niet 3."),
        ("de", "1 + 1 ist 2, nicht 3."),
        ("fr", "1 + 1 fait 2, pas 3."),
        ("pl", "1 + 1 daje 2, a\N{NO-BREAK SPACE}nie 3."),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_of_the_rules(
    match: Match, anna: User, signed_in: SignedIn, language: str, reason: str
) -> None:
    move = {"ply": 1, "text": "g7r 1+1=3"}
    answer = signed_in(anna).post(reverse("matches:move", args=[match.pk]), move, headers=reads(language))
    assertContains(answer, reason, status_code=422)


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("nl", "Er ontbreekt nog: een getal op e7, een rekenteken op f7, een getal op g7, de uitkomst op i7."),
        ("de", "Es fehlt noch: eine Zahl auf e7, ein Rechenzeichen auf f7, eine Zahl auf g7, das Ergebnis auf i7."),
    ],
)
def test_the_parts_of_a_sentence_are_translated_too(
    match: Match, anna: User, signed_in: SignedIn, language: str, reason: str
) -> None:
    laid = {"ply": 1, "placements": "h7:="}
    answer = signed_in(anna).post(reverse("matches:preview", args=[match.pk]), laid, headers=reads(language))
    assertContains(answer, reason)


def test_what_a_player_has_chosen_wins_over_the_browser(match: Match, anna: User, signed_in: SignedIn) -> None:
    anna.language = "de"
    anna.save()
    address = reverse("matches:match", args=[match.pk])
    assertContains(signed_in(anna).get(address, headers=reads("nl")), "Du beginnst.")


@pytest.mark.parametrize(
    ("language", "since"),
    [
        ("nl", "sinds 4 mei 2026"),
        ("de", "seit dem 4. Mai 2026"),
        ("fr", "depuis le 4 mai 2026"),
        ("pl", "od 4 maja 2026"),
        ("en", "since 4 May 2026"),
    ],
)
def test_a_date_is_written_as_its_readers_write_it(anna: User, language: str, since: str) -> None:
    User.objects.filter(pk=anna.pk).update(date_joined=datetime(2026, 5, 4, 12, tzinfo=UTC))
    assert since in html_of(Client().get(reverse("matches:player", args=["anna"]), headers=reads(language)))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", "29~november~2026, 12:05"),
        ("de", "29.~November~2026, 12:05"),
        ("fr", "29~novembre~2026 à~12:05"),
        ("pl", "29~listopada~2026, 12:05"),
        ("en", "29~November~2026, 12:05"),
    ],
)
def test_date_and_time_are_set_apart_and_no_line_ends_within_a_date(language: str, words: str) -> None:
    with override(language):
        told = moment(datetime(2026, 11, 29, 12, 5, tzinfo=UTC))
    assert told.replace("\N{NO-BREAK SPACE}", "~") == f"{words}~UTC"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", "29-11-2026, 12:05"),
        ("de", "29.11.2026, 12:05"),
        ("fr", "29/11/2026, 12:05"),
        ("pl", "29.11.2026, 12:05"),
        ("en", "29\N{NO-BREAK SPACE}Nov\N{NO-BREAK SPACE}2026, 12:05"),
    ],
)
def test_a_comma_stands_between_short_date_and_time(language: str, words: str) -> None:
    with override(language):
        assert date_format(datetime(2026, 11, 29, 12, 5, tzinfo=UTC), "SHORT_DATETIME_FORMAT") == words


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "formal", "reason"),
    [
        ("nl", "uw", "Dit wachtwoord is te kort."),
        ("de", "ihr", "Dieses Passwort ist zu kurz."),
        ("fr", "vous", "Ce mot de passe est trop court."),
        ("pl", "pani", "To hasło jest za krótkie."),
    ],
)
def test_signing_up_speaks_to_a_friend(language: str, formal: str, reason: str) -> None:
    newcomer = {"username": "dora", "password1": "17"}
    answer = Client().post(reverse("account_signup"), newcomer, headers=reads(language))
    assertContains(answer, reason)
    assert not re.search(rf"\b{formal}\b", answer.content.decode(), re.IGNORECASE)  # as a word, not in the form's token
