"""E-mail: only to confirmed addresses, in the player's language, with one-click unsubscribe."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from pytest_django import Settings
from pytest_django.asserts import assertContains

from accounts.hooks import PageNews
from accounts.models import User
from core import clock
from core.colours import colours
from games.computers.services import find_computer
from games.discovery.calendars import calendar_of
from games.lobby.notices import tell_challenge
from games.matches.models import Match
from games.matches.play.services import find_match, play_move
from games.matches.time.control import USUAL_LIVE
from games.notifications import partials
from games.notifications.channels import preferences_of, usually_off
from games.notifications.channels.mail import token_of
from games.notifications.delivery import deliveries_of
from games.notifications.hooks import kinds, words_of
from games.notifications.models import Delivery, Notification, Preferences
from games.notifications.services import save_preferences, send_test
from games.rules import Seat
from tests.matches.conftest import legal_move
from tests.matches.test_noninterference import in_another_world, running
from tests.notifications.conftest import PushService, begin, notify_reminders, notify_turns, send_due


def later() -> datetime:
    return timezone.now() + timedelta(minutes=31)


def test_nothing_goes_to_an_address_no_one_confirmed(match: Match, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=False, primary=True)
    notify_turns()
    send_test(anna)
    send_due(later())
    assert mail.outbox == []
    assert list(Delivery.objects.filter(channel="mail").values_list("event", "status", "reason")) == [
        ("test", "failed", "no-address")
    ]


def test_no_mail_is_about_a_live_match(anna: User, bob: User, annas_address: str) -> None:
    save_preferences(anna, [], None, None)  # all that can be chosen
    about = [begin(anna, bob), begin(anna, bob, time_control=USUAL_LIVE)]
    for kind in kinds:
        told = {"user": anna, "other": bob, "event": kind.key, "made_at": clock.now()}
        events = [Notification(**told, match=match) for match in about]
        mailed = {one.notification.match for one in deliveries_of(events) if one.channel == "mail"}
        if kind.is_chosen:
            assert mailed <= {about[0]}, kind.key


def test_an_address_that_was_taken_away_gets_nothing(match: Match, anna: User, annas_address: str) -> None:
    notify_turns()
    EmailAddress.objects.all().delete()
    send_due(later())
    assert mail.outbox == []


def test_a_letter_has_whole_addresses_and_the_time_that_is_left(
    match: Match, anna: User, annas_address: str, settings: Settings
) -> None:
    settings.SITE_URL = "https://numgames.example"
    notify_turns()
    send_due(later())
    [letter] = mail.outbox
    assert (letter.to, letter.subject) == ([annas_address], "[Numgames] It’s your turn in 1 match")
    assert f"https://numgames.example/matches/{match.pk}/" in letter.body
    assert "Digifeud against bob (2\xa0days, 23\xa0hours left)" in letter.body
    assert "Hello anna," in letter.body


@pytest.mark.parametrize(
    ("language", "greeting", "turn"),
    [
        ("en", "Hello anna,", "It is your turn in this match:"),
        ("nl", "Hallo anna,", "Je bent aan de beurt in deze partij:"),
        ("de", "Hallo anna,", "in dieser Partie bist du am Zug:"),
    ],
)
def test_a_letter_begins_after_its_greeting_as_the_language_has_it(
    match: Match, anna: User, annas_address: str, language: str, greeting: str, turn: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    notify_turns()
    send_due(later())
    assert mail.outbox[0].body.startswith(f"{greeting}\n\n{turn}\n")


@pytest.mark.parametrize(("language", "title"), [("en", "A player"), ("nl", "Een speler"), ("de", "Ein Spieler")])
def test_a_sentence_about_a_deleted_player_begins_with_a_capital(
    anna: User, bob: User, language: str, title: str
) -> None:
    tell_challenge(anna, bob, "no such offer", "digifeud")
    told = Notification.objects.get()
    told.other = None
    with override(language):
        words = words_of(told, timezone.now())
    assert words.title.startswith(f"{title} ")


def test_a_computer_has_the_same_name_everywhere(anna: User, annas_address: str) -> None:
    pip = find_computer(1)
    match = begin(anna, pip)
    notify_turns()
    send_due(later())
    assert "Digifeud against Pip" in mail.outbox[0].body
    assert words_of(Notification.objects.get(), timezone.now()).title == "You begin against Pip"
    assert "your move against Pip" in calendar_of(anna, timezone.now()).replace("\r\n ", "")
    play_move(match.pk, anna, 1, "pass")
    play_move(match.pk, pip, 2, legal_move(find_match(match.pk)))
    toast = partials.TOAST.of(PageNews({}, {"match": match.pk}), anna)
    assert toast
    assert "Pip moved in Digifeud: your turn." in toast.html


@pytest.mark.parametrize(
    ("setting", "last", "subject"),
    [
        ("", "de", "[Numgames] Du bist in 1 Partie am Zug"),
        ("nl", "de", "[Numgames] Je bent in 1 partij aan de beurt"),
        ("", "", "[Numgames] It’s your turn in 1 match"),
    ],
)
def test_a_letter_is_in_the_language_last_read_unless_one_was_chosen(
    match: Match, anna: User, annas_address: str, setting: str, last: str, subject: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=setting, last_language=last)
    notify_turns()
    send_due(later())
    assert mail.outbox[0].subject == subject


def test_a_challenge_names_who_and_what(anna: User, bob: User, annas_address: str) -> None:
    from games.catalogue import games
    from games.lobby.services import make_offer

    make_offer(
        challenger=bob, game_slug="digifeud", options=games()["digifeud"].options_type(), kind="direct", opponent=anna
    )
    send_due(later())
    [letter] = mail.outbox
    assert letter.subject == "[Numgames] bob challenges you"
    assert "Do you accept a match of Digifeud?" in letter.body
    assert "/lobby/" in letter.body


def test_a_letter_can_be_answered_with_one_click(anna: User, annas_address: str, settings: Settings) -> None:
    settings.SITE_URL = "https://numgames.example"
    send_test(anna)
    moment = later()
    send_due(moment)
    [letter] = mail.outbox
    address = letter.extra_headers["List-Unsubscribe"]
    with time_machine.travel(moment, tick=False):
        assert address == f"<https://numgames.example/notifications/unsubscribe/{token_of(anna)}/>"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = address.strip("<>").removeprefix("https://numgames.example")
    assert path in letter.body
    provider = Client(enforce_csrf_checks=True)
    assert provider.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    preferences = preferences_of(anna)
    assert (preferences.no_mail, preferences.off) == (True, usually_off())


def test_looking_at_the_link_changes_nothing(anna: User, client: Client) -> None:
    assertContains(
        client.get(f"/notifications/unsubscribe/{token_of(anna)}/"),
        "No more e-\N{WORD JOINER}mail about matches to anna?",
    )
    assert not Preferences.objects.exists()


@pytest.mark.parametrize("token", ["made-up", "1:abc:def", "x" * 300])
def test_a_made_up_link_ends_nothing(anna: User, client: Client, token: str) -> None:
    assert client.post(f"/notifications/unsubscribe/{token}/").status_code == 404
    assert not Preferences.objects.exists()


def test_who_unsubscribed_gets_nothing_that_waits_and_nothing_new(
    match: Match, anna: User, bob: User, annas_address: str, client: Client
) -> None:
    notify_turns()
    client.post(f"/notifications/unsubscribe/{token_of(anna)}/")
    tell_challenge(anna, bob, "offer", "digifeud")
    send_due(later())
    assert mail.outbox == []
    assert [one.status for one in Delivery.objects.all()] == ["stale"]


def test_who_chooses_again_gets_mail_again(match: Match, anna: User, annas_address: str, client: Client) -> None:
    client.post(f"/notifications/unsubscribe/{token_of(anna)}/")
    save_preferences(anna, [], None, None)
    notify_turns()
    send_due(later())
    assert len(mail.outbox) == 1


def test_a_letter_is_html_too_with_one_button_and_a_picture(
    match: Match, anna: User, annas_address: str, settings: Settings
) -> None:
    settings.SITE_URL = "https://numgames.example"
    User.objects.filter(pk=anna.pk).update(language="nl")
    notify_turns()
    send_due(later())
    [letter] = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    [(content, kind)] = letter.alternatives
    html = str(content)

    assert kind == "text/html"
    assert html.count(f"background: {colours()['accent']}") == 1  # the button
    assert f'href="https://numgames.example/matches/{match.pk}/"' in html
    assert f'src="https://numgames.example/pictures/nl/matches/{match.pk}/0.png"' in html
    assert 'alt="Digifeud: anna 0, bob 0"' in html
    assert '<html lang="nl"' in html
    assert f"<title>{letter.subject}</title>" in html
    assert ">Numgames</td>" in "".join(html.split())
    assert "/notifications/unsubscribe/" in html
    assert "Hallo anna" in html


@pytest.mark.parametrize("by_push", [False, True])
def test_no_mail_or_push_message_depends_on_what_its_reader_does_not_know(
    anna: User, bob: User, annas_address: str, push_service: PushService, monkeypatch: pytest.MonkeyPatch, by_push: bool
) -> None:
    match, now = running(anna, bob, "digifeud"), timezone.now()
    if by_push:
        push_service.device(anna)

    def told() -> str:
        """Return all that tells anna of the turn, and that its time is running out; undo it."""
        mail.outbox.clear()
        push_service.heard.clear()
        before = transaction.savepoint()
        for time in (timedelta(minutes=1), timedelta(minutes=40), timedelta(days=2, hours=20), timedelta(days=2.9)):
            notify_turns(now + time)
            notify_reminders(now + time)
            send_due(now + time)
        transaction.savepoint_rollback(before)
        letters = [f"{letter.subject} {letter.body} {getattr(letter, 'alternatives', '')}" for letter in mail.outbox]
        return f"{letters} {push_service.heard}"

    first = told()
    assert first.count(f"/matches/{match.pk}/") >= 2
    in_another_world(match, Seat.FIRST, monkeypatch)
    assert told() == first
