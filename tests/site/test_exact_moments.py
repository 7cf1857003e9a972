"""What goes by a moment goes by it to the microsecond: each row just before it, at it, and just after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from accounts import guests, player, security, services, sessions
from accounts.models import AccessToken, GuestKey, RetiredName, SecurityEvent, SeenPlace, User
from accounts.online import presence
from accounts.sessions import Shared
from core import clock
from games.classes.models import LONGEST_PAUSE, SchoolClass
from games.clubs import chat as club_chat
from games.clubs.models import Line
from games.daily import table, weekly
from games.daily.models import News, Try
from games.jobs import services as jobs
from games.jobs.models import Job
from games.lobby import own
from games.lobby import services as lobby
from games.lobby.models import Offer
from games.matches.models import Match, Vacation
from games.matches.play.vacation import rest_schedule, rest_schedules
from games.notifications import kinds
from games.notifications import services as notifications
from games.notifications.models import Notification
from games.puzzles.models import Mistake, Puzzle, Run
from games.puzzles.services import practice, runs
from games.ratings import rankings
from games.ratings.models import Rating
from games.social import services as social
from games.social.models import ChatSettings, Report
from games.webhooks import services as webhooks
from games.webhooks.models import Sending
from tests.alike import LONG, borders, one, someone

pytestmark = pytest.mark.django_db


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Return the present moment, which stays."""
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    return moment


def is_allowed(check: Callable[..., object], *facts: object) -> bool:
    """Return True, as the check raises Refused otherwise."""
    check(*facts)
    return True


def test_what_is_deleted(now: datetime) -> None:
    told, sending, event = one(Notification), one(Sending), one(SecurityEvent)
    borders(told, lambda row: notifications.delete_old(), "made_at", now - notifications.KEPT, "before")
    borders(sending, lambda row: webhooks.delete_old(), "made_at", now - webhooks.KEPT, "before")
    borders(event, lambda row: security.delete_old_events(), "at", now - security.EVENTS_KEPT, "before")
    token, name = one(AccessToken), one(RetiredName)
    borders(token, lambda row: security.delete_expired(now), "expires_at", now, "before at")
    borders(name, lambda row: player.release_old(now), "retired_at", now - player.NAMES_KEPT, "before at")
    for kind, period in sessions.PLACES_KEPT.items():
        place = one(SeenPlace, kind=kind)
        borders(place, lambda row: sessions.delete_old_places(), "seen_at", now - period, "before")
    report, line = one(Report, closed_at=now), one(Line)
    borders(report, lambda row: social.delete_old_reports(), "closed_at", now - social.KEPT, "before")
    borders(line, lambda row: club_chat.forget_lines(), "made_at", now - club_chat.KEPT, "before")


def test_guests(now: datetime) -> None:
    key = one(GuestKey, guest=someone(is_guest=True))
    borders(key, lambda row: guests._just_made(row.key), "made_at", now - guests.MOMENT, "at after")
    borders(key, lambda row: guests.delete_old_keys(), "made_at", now - guests.MOMENT, "before")
    guest = someone(is_guest=True, date_joined=now - LONG)
    stale = now - services.STALE
    borders(guest, lambda row: services.delete_stale_guests(now), "seen_at", stale, "before")
    borders(guest, lambda row: services.delete_stale_guests(now), "date_joined", stale, "before")


def test_tokens_and_names(now: datetime) -> None:
    token = one(AccessToken)
    borders(token, lambda row: security.is_valid(row.pk, now), "expires_at", now, "after")
    name = one(RetiredName, digest=player._name_digest("Ann"))
    borders(name, lambda row: player.is_retired("Ann"), "retired_at", now - player.NAMES_KEPT, "after")
    place = one(SeenPlace, kind=Shared.BROWSER)
    other = one(SeenPlace, kind=Shared.BROWSER, digest=place.digest, seen_at=now)
    both, kept = [(place.user, other.user)], now - sessions.BROWSERS_KEPT
    borders(place, lambda row: sessions.shared_places(both)[0] is Shared.BROWSER, "seen_at", kept, "after")


def test_presence(now: datetime) -> None:
    here = someone(seen_at=now)
    borders(here, lambda row: list(presence.online()), "seen_at", now - presence.PRESENT, "after")
    borders(here, lambda row: presence.is_online(row), "seen_at", now - presence.PRESENT, "after")
    connected = presence.connected()
    borders(here, lambda row: list(User.objects.filter(connected)), "seen_at", now - presence.PRESENT, "after")
    borders(here, lambda row: list(User.objects.filter(connected)), "left_at", now, "after")
    silent = now - timedelta(hours=1)
    borders(here, lambda row: presence.resume(silent, now), "seen_at", silent - presence.PRESENT, "after")
    borders(here, lambda row: presence._arrive([row.pk], now), "seen_at", now - presence.QUIET, "before at")
    borders(here, lambda row: presence.is_due(row), "seen_at", now - presence.QUIET, "before at")


def test_offers(now: datetime) -> None:
    offer = one(Offer, game_slug="digifeud", challenger=someone(seen_at=now))
    borders(offer, lambda row: lobby.close_stale_offers(), "closes_at", now, "before at")
    borders(offer, lambda row: lobby.close_stale_offers(), "made_at", now - lobby.LONGEST, "before")
    borders(offer, lambda row: lobby.resume_offers(now, now + LONG), "closes_at", now, "after")
    gone = one(Offer, game_slug="digifeud", challenger=someone(seen_at=now - LONG))
    borders(gone, lambda row: lobby.close_stale_offers(), "made_at", now - lobby.PLAYERS_STAY, "before")
    other = one(Offer, game_slug="digifeud", kind=Offer.Kind.OPEN, challenger=someone(seen_at=now - LONG))
    borders(other, lambda row: row in own.listed_now("", "", now), "made_at", now - own.FADES, "after")


def test_rest_and_jobs(now: datetime) -> None:
    vacation = one(Vacation, planned=True, begins_at=now - LONG, ends_at=now)
    borders(vacation, lambda row: rest_schedule(row.player, now).vacations, "ends_at", now, "after")
    borders(
        vacation,
        lambda row: rest_schedules([row.player_id], now)[row.player_id].vacations,
        "ends_at",
        now,
        "after",
    )
    job = one(Job, kind="history.scan")
    borders(job, lambda row: list(jobs._due([row.kind], now)), "due_at", now, "before at")


def test_notifications_and_chat(now: datetime) -> None:
    match = one(Match)
    told = one(Notification, match=match, user=match.first)
    since = now - kinds.SEEN_RECENTLY
    borders(told, lambda row: kinds.Reminder().was_seen(row, now), "seen_at", since, "at after")
    settings = one(ChatSettings)
    borders(settings, lambda row: is_allowed(social.check_talks, row), "silent_until", now, "before at")
    ended = now - social.STAYS_OPEN
    borders(match, lambda row: is_allowed(social.check_chat, row, row.first), "finished_at", ended, "at after")


def test_news(now: datetime) -> None:
    news = one(News, published_at=now)
    borders(news, lambda row: table.latest_news(), "published_at", now - table.FRESH, "at after")
    borders(news, lambda row: list(table.news()), "published_at", now, "before at")
    tried = one(Try, match=one(Match), has_result=True, ended_at=now)
    borders(tried, lambda row: weekly.news_of(row.player, now), "ended_at", now - weekly.WEEK, "at after")


def test_puzzles_classes_and_ratings(now: datetime) -> None:
    mistake = one(Mistake, puzzle=one(Puzzle, game_slug="digifeud", state=Puzzle.State.OWN))
    borders(mistake, lambda row: list(practice.due_of(row.player, now)), "due_at", now, "before at")
    borders(mistake, lambda row: practice.note(row.player, row.puzzle, is_solved=True), "due_at", now, "before at")
    run = one(Run, kind="sprint", game_slug="digifeud")
    borders(run, lambda row: runs.close_if_over(row, now), "ends_at", now - runs.GRACE, "before")
    school_class = one(SchoolClass)
    borders(school_class, lambda row: row.is_paused, "paused_at", now - LONGEST_PAUSE, "after")
    rating = one(Rating)
    borders(rating, lambda row: list(rankings.ranked(row.pool, now)), "settled_until", now, "after")
