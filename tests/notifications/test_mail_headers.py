"""Every mail says that a program wrote it, and has an id under the site's domain."""

from __future__ import annotations

import re
from email.message import Message
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.core import mail
from django.core.mail import EmailMessage, mail_admins, send_mail
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.matches.models import Match
from games.notifications.channels.mail import MailChannel
from games.notifications.hooks import kinds
from games.notifications.models import Delivery, Notification
from tests.serving import HOME

FOLDERS = (Path(allauth.__file__).parent / "templates", HOME / "templates")
SUBJECT = "_subject.txt"
ACCOUNT_MAILS = {
    str(file.relative_to(folder)).removesuffix(SUBJECT) for folder in FOLDERS for file in folder.rglob(f"*{SUBJECT}")
}


@pytest.fixture(autouse=True)
def _domain(settings: Settings) -> None:
    settings.SITE_URL = "https://numgames.example"


def sent() -> Message:
    """Return the one mail that was sent, as it leaves the site."""
    [letter] = mail.outbox
    return letter.message()


def check(letter: Message, domain: str = "numgames.example") -> None:
    """Fail unless the mail has both headers once."""
    assert letter.get_all("Auto-Submitted") == ["auto-generated"]
    [number] = letter.get_all("Message-ID", [])
    assert re.fullmatch(rf"<[^@<>\s]+@{re.escape(domain)}>", number), number


@pytest.mark.parametrize("event", [kind.key for kind in kinds])
def test_notifications(event: str, match: Match, anna: User, bob: User, annas_address: str) -> None:
    told = Notification(user=anna, event=event, match=match, other=bob, game_slug="digifeud", key="today", ply=0)
    MailChannel().send([Delivery(user=anna, notification=told)], timezone.now())
    check(sent())
    assert sent()["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent()["List-Unsubscribe"].startswith("<https://numgames.example/notifications/unsubscribe/")


@pytest.mark.parametrize("name", sorted(ACCOUNT_MAILS))
def test_mails_about_accounts(name: str, anna: User) -> None:
    request = RequestFactory().get("/")
    request.user = anna
    with context.request_context(request):
        get_adapter(request).send_mail(name, "anna@example.org", {"user": anna, "email": "anna@example.org"})
    check(sent())


def test_a_confirmation_that_a_visitor_asks_for(db: None) -> None:
    newcomer = {"username": "dora", "password1": "seventeen sums", "email": "dora@example.org"}
    Client().post("/accounts/signup/", newcomer)
    check(sent())


def test_mails_to_the_operator(settings: Settings) -> None:
    settings.ADMINS = [("Op", "op@numgames.example")]
    mail_admins("Broken", "Something is broken.")
    check(sent())


def test_mails_of_commands_and_of_djangos_functions() -> None:
    call_command("sendtestemail", "op@numgames.example")
    send_mail("Hello", "There", None, ["anna@example.org"])
    mail.get_connection().send_messages([EmailMessage("Hello", "There", to=["anna@example.org"])])
    assert len(mail.outbox) == 3
    for letter in mail.outbox:
        check(letter.message())
    assert len({letter.message()["Message-ID"] for letter in mail.outbox}) == 3


@pytest.mark.parametrize(
    ("site", "domain"),
    [
        ("https://play.numgames.example:8443", "play.numgames.example"),
        ("https://zählen.example", "xn--zhlen-gra.example"),
        ("http://[2001:db8::1]", "[IPv6:2001:db8::1]"),
        ("", "localhost"),
    ],
)
def test_the_domain_is_that_of_the_site(site: str, domain: str, settings: Settings) -> None:
    settings.SITE_URL = site
    send_mail("Hello", "There", None, ["anna@example.org"])
    check(sent(), domain)


def test_a_message_keeps_what_it_has() -> None:
    headers = {"auto-submitted": "auto-replied", "message-id": "<1@elsewhere.example>"}
    EmailMessage("Hello", "There", to=["anna@example.org"], headers=headers).send()
    assert (sent()["Auto-Submitted"], sent()["Message-ID"]) == ("auto-replied", "<1@elsewhere.example>")
