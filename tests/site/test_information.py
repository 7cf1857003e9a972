"""The pages about the site: linked from every page, in three languages, filled by the operator's environment."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from accounts import match_settings
from accounts.models import RetiredName, SecurityEvent, SeenPlace, User
from accounts.player import retire
from accounts.security import DAYS, make_token
from accounts.services import make_guest
from accounts.sessions import Shared
from core import clock
from core.clients import remember_language
from core.limits import parsed
from games.catalogue import games
from games.classes.forms import LONGEST_LIFE, ClassForm
from games.classes.services import MOST_WRONG_SUMS
from games.classes.views import SESSION
from games.clubs.models import Club, Line
from games.clubs.services import make as make_club
from games.jobs.hooks import periodic_work
from games.notifications.models import Notification
from games.notifications.services import notify
from games.social.models import Report
from games.social.services import STAYS_OPEN
from games.webhooks.models import Endpoint, Sending
from numgames import environment, startup
from numgames.views import PAGES, RETENTION
from tests.html import html_of

pytestmark = pytest.mark.django_db

FILLED = {
    "OPERATOR_NAME": "Anna's Games B.V.",
    "OPERATOR_ADDRESS": "Canal 1; 1234 AB Amsterdam",
    "OPERATOR_REPRESENTATIVE": "Anna Anders",
    "OPERATOR_REGISTER": "KvK 12345678",
    "OPERATOR_VAT_ID": "NL001234567B01",
    "OPERATOR_RESPONSIBLE": "Bob Anders",
    "CONTACT_EMAIL": "hello@numgames.example",
    "CONTACT_PHONE": "+31 20 1234567",
    "CONTACT_LANGUAGES": "nl,en",
    "HOSTING_COMPANY": "Hosting GmbH",
    "MAIL_COMPANY": "Mail B.V.",
    "PRIVACY_OFFICER": "Carl Anders",
    "PRIVACY_AUTHORITY": "Autoriteit Persoonsgegevens",
    "GOVERNING_LAW": "Nederland",
    "LOG_DAYS": "14",
    "BACKUP_DAYS": "35",
}


@pytest.fixture
def filled(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the operator fill everything in."""
    for name, value in FILLED.items():
        monkeypatch.setenv(name, value)
    settings.OPERATOR, settings.CONTACT_LANGUAGES = environment.operator(), environment.contact_languages()


def read(path: str, language: str = "en") -> str:
    """Return the page's HTML in this language, with apostrophes as written."""
    return html_of(Client().get(path, headers={"accept-language": language})).replace("&#x27;", "'")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_links_to_it(name: str) -> None:
    assert f'href="/{name}/"' in read("/lobby/")
    assert f'href="/{name}/"' in read("/no/such/page/")


@pytest.mark.parametrize("name", [*PAGES, "parents"])
def test_a_page_is_read_in_three_languages(name: str) -> None:
    headings = {re.findall(r"<main.*?</main>", read(f"/{name}/", one), re.DOTALL)[0] for one in ("en", "nl", "de")}

    assert len(headings) == 3
    assert all(heading.count("<h1") == 1 for heading in headings)


@pytest.mark.usefixtures("filled")
def test_the_operator_is_named() -> None:
    imprint = read("/imprint/", "de")
    for name in ("OPERATOR_NAME", "OPERATOR_REPRESENTATIVE", "OPERATOR_REGISTER", "OPERATOR_VAT_ID", "CONTACT_PHONE"):
        assert FILLED[name] in imprint
    assert "Canal 1<br>1234 AB Amsterdam" in re.sub(r"\s*<br>\s*", "<br>", imprint)
    assert "Vertreten durch" in imprint

    privacy = read("/privacy/", "nl")
    assert "De verwerkingsverantwoordelijke is Anna's Games B.V." in privacy
    assert "De server wordt voor ons beheerd door Hosting GmbH." in privacy
    assert "worden na 14 dagen verwijderd" in privacy
    assert "Bewaard: 35 dagen" in privacy
    assert "zoals Autoriteit Persoonsgegevens" in privacy
    assert "De e-mail wordt voor ons verstuurd door Mail B.V." in privacy
    assert "Functionaris gegevensbescherming: Carl Anders" in privacy
    assert 'href="mailto:hello@numgames.example"' in read("/contact/")
    assert "Wir antworten auf: Niederländisch, Englisch" in read("/contact/", "de")
    assert "The law of this country applies: Nederland." in read("/terms/")


def test_what_the_operator_has_not_filled_in_is_said() -> None:
    assert "has not filled in the imprint yet" in read("/imprint/")
    assert "has not given a name yet" in read("/privacy/")
    assert "has not given an e-mail address yet" in read("/contact/")
    assert "The operator has not said for how long." in read("/privacy/")
    assert "<dt>" not in read("/imprint/")


def test_visitors_read_no_instructions_for_operators_who_are_warned(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    assert not re.search(r"\b[A-Z]+_[A-Z_]+\b", "".join(read(f"/{name}/") for name in PAGES))

    with caplog.at_level(logging.WARNING, logger="numgames.startup"):
        startup.check_operator()
        assert caplog.messages == []
        settings.SECURE = True
        startup.check_operator()
    [warning] = caplog.messages
    assert "set OPERATOR_NAME, OPERATOR_ADDRESS, CONTACT_EMAIL" in warning


def test_an_error_service_is_told(settings: Settings) -> None:
    assert "Error reports go to an outside service." not in read("/privacy/")
    settings.SENTRY_DSN = "https://key@errors.example/1"
    html = read("/privacy/")
    assert "Error reports go to an outside service." in html
    assert (
        "Data leaves the European Economic Area only through push, if you turn it on, and with error reports." in html
    )


def test_the_privacy_notice_says_what_the_code_does() -> None:
    html = read("/privacy/")
    cookies = set(re.findall(r"<li>\s*<code>(\w+)</code>", html))

    assert cookies == {
        *(settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME),
        *("browser", "zone", "match", "messages"),
    }  # fmt: skip
    assert f"{settings.SESSION_COOKIE_AGE // 86400} days without a visit, {settings.SESSION_LONGEST} days" in html
    assert [days for days in RETENTION.values() if not re.search(rf"\b{days.days}\b", html)] == []
    assert f"after {LONGEST_LIFE // timedelta(days=30)} months at most" in html
    assert f"at most {LONGEST_LIFE // timedelta(days=30)} months" in str(ClassForm.base_fields["ends_on"].help_text)
    assert f"after {RETENTION['lines'].days} days" in (settings.BASE_DIR / "templates/clubs/club.html").read_text()


def test_parents_read_what_is_stored_of_a_pupil_and_a_school_finds_an_agreement(settings: Settings) -> None:
    html = read("/parents/")
    assert f"after {LONGEST_LIFE // timedelta(days=30)} months at most" in html
    assert f"the latest {MOST_WRONG_SUMS} of a pupil" in html
    assert f"{SESSION // 3600} hours at most" in html
    assert "Between [school], the controller, and [operator], the processor" in html
    assert "in backups after [number] days" in html
    visible = re.sub(r"<details.*?</details>|<[^>]+>", " ", html.split("<main")[1].split("</main")[0], flags=re.DOTALL)
    assert len(visible.split()) <= 250

    settings.OPERATOR = {"operator_name": "Anna's Games B.V.", "host": "Hosting GmbH", "backup_days": 35}
    html = read("/parents/")
    assert "Between [school], the controller, and Anna's Games B.V., the processor" in html
    assert "Sub-processors: Hosting GmbH;" in html
    assert "in backups after 35 days" in html


TIDYING = ("games.jobs", "games.social", "games.notifications", "games.webhooks", "games.clubs")
# A row of each kind whose retention the notice names, made now: how to make it, and which are still there.
KINDS: dict[str, tuple[Callable[[User], object], Callable[[User], int]]] = {
    "guests": (lambda anna: make_guest(), lambda anna: User.objects.filter(is_guest=True, is_active=True).count()),
    "names": (lambda anna: retire("lost"), lambda anna: RetiredName.objects.count()),
    "reports": (
        lambda anna: Report.objects.create(
            by=anna, about=anna, subject="1", reason="other", made_at=clock.now(), closed_at=clock.now()
        ),
        lambda anna: anna.reports_made.count(),
    ),
    "notifications": (lambda anna: notify(anna, "message", "1"), lambda anna: Notification.objects.count()),
    "events": (
        lambda anna: SecurityEvent.objects.create(user=anna, kind="signed_in"),
        lambda anna: anna.security_events.count(),
    ),
    "deliveries": (
        lambda anna: Sending.objects.create(
            endpoint=Endpoint.objects.create(user=anna, url="https://bot.example/"), event="turn", subject="1", mark="1"
        ),
        lambda anna: Sending.objects.count(),
    ),
    "lines": (
        lambda anna: Line.objects.create(club=make_club(Club(name="Numbers"), anna), author=anna, text="Hello"),
        lambda anna: anna.club_lines.count(),
    ),
    "addresses": (lambda anna: _seen(anna, Shared.ADDRESS), lambda anna: anna.places.count()),
    "browsers": (lambda anna: _seen(anna, Shared.BROWSER), lambda anna: anna.places.count()),
    "tokens": (lambda anna: make_token(anna, "bot", ["profile:read"], DAYS[-1]), lambda anna: anna.tokens.count()),
}  # fmt: skip


KEPT = {**RETENTION, "tokens": timedelta(days=DAYS[-1])}  # the notice says of a token: until it ends


def _seen(user: User, kind: Shared) -> SeenPlace:
    return SeenPlace.objects.create(user=user, kind=kind, digest="1", seen_at=clock.now())


def test_each_retention_time_is_proved() -> None:
    assert KEPT.keys() == KINDS.keys() | {"sessions"}  # the store of sessions ends those


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_kept_for_a_time_is_there_till_then_and_not_after(anna: User, kind: str) -> None:
    make, count = KINDS[kind]
    make(anna)
    begin = clock.now()

    for after, left in ((-timedelta(hours=1), 1), (timedelta(hours=1), 0)):
        with time_machine.travel(begin + KEPT[kind] + after, tick=False):
            for work in periodic_work:
                if work.function.__module__.startswith(TIDYING):
                    work.function()
            assert count(anna) == left


# The times that are said beside the notice: where, of what, and how.
SAID_ELSEWHERE = [
    ("templates/information/help.html", RETENTION["guests"], "stays away for {days} days is deleted"),
    ("templates/accounts/_events.html", RETENTION["events"], "We keep this list for {days} days"),
    ("templates/clubs/club.html", RETENTION["lines"], "They go after {days} days"),
    ("templates/ratings/_how.html", RETENTION["browsers"], "if both used it within {days} days"),
    ("templates/ratings/_how.html", RETENTION["addresses"], "accounts used it within a week"),
    ("games/social/errors.py", STAYS_OPEN, "the match ended more than a week ago"),
    ("accounts/models.py", RETENTION["names"], "It is free again after {days} days"),
]


@pytest.mark.parametrize(("file", "kept", "said"), SAID_ELSEWHERE)
def test_a_time_that_is_said_elsewhere_is_that_which_is_kept(file: str, kept: timedelta, said: str) -> None:
    assert said.format(days=kept.days) in " ".join((settings.BASE_DIR / file).read_text().split())
    assert "week" not in said or kept == timedelta(weeks=1)


def test_cookies_that_are_said_to_last_a_year_do() -> None:
    year = timedelta(days=365)
    assert timedelta(0) <= year - timedelta(seconds=settings.CSRF_COOKIE_AGE) <= timedelta(days=1)
    assert year == match_settings.KEPT
    for script in ("zone", "device_settings"):
        assert "const YEAR = 60 * 60 * 24 * 365;" in (settings.BASE_DIR / f"static/js/{script}.js").read_text()
    remember_language(answer := HttpResponse(), "de")
    assert answer.cookies[settings.LANGUAGE_COOKIE_NAME]["max-age"] == year.total_seconds()


def test_an_address_is_counted_for_a_day_at_most() -> None:
    assert "for minutes to a day" in read("/privacy/")
    assert max(rate.seconds for rule in settings.RATE_LIMITS.values() for rate in parsed(rule)) <= 24 * 3600


def test_the_cookies_of_a_site_with_https_are_named_as_they_are(settings: Settings) -> None:
    settings.SECURE = True
    html = read("/privacy/")
    assert "<code>__Host-zone</code>" in html
    assert "<code>__Host-match</code>" in html


def test_the_credits_name_where_each_game_comes_from() -> None:
    html = read("/credits/")

    for source in ("digifeud.com", "Corné van Moorsel (Cwali)", "Brettspielnetz", "Toni Serradesanferm"):
        assert source in html
    for slug in ("digifeud", "summy", "sudoku", "tenbyten"):
        assert str(games()[slug].name) in html


@pytest.mark.parametrize(("name", "value"), [("CONTACT_EMAIL", "anna and bob"), ("OPERATOR_ADDRESS", "Canal 1")])
def test_a_mistake_is_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        environment.operator()


def test_the_guide_names_each_variable() -> None:
    guide = Path(settings.BASE_DIR, "docs", "deploy.md").read_text()

    assert [name for name in FILLED if f"`{name}`" not in guide] == []
    assert not set(FILLED) & set(os.environ)
