"""Which matches and vacations each action and list means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.analysis import services as analysis
from games.analysis.models import VERSION, Analysis
from games.analysis.reading import analysis_of
from games.discovery import calendars, feeds, sitemaps
from games.discovery.models import CalendarAddress
from games.fairness.services import countable
from games.jobs.models import Job
from games.matches.models import Match, Vacation
from games.matches.play import heartbeat, seals, services, starts, vacation
from games.matches.play.services import resign_all
from games.matches.time.control import USUAL_LIVE
from tests.alike import LONG, finds, one, reaches, someone, touches

pytestmark = pytest.mark.django_db


def test_running_matches() -> None:
    match = one(Match, game_slug="digifeud")
    running = "event_key finished_at"
    touches(match, lambda row: starts._running_with_people(row.first), f"{running} first second__is_computer")
    touches(match, lambda row: starts._running_with_people(row.second), f"{running} second first__is_computer")
    against = one(Match, second=someone(is_computer=True))
    touches(against, lambda row: starts.running_with_computers(row.first), f"{running} first second__is_computer")
    against = one(Match, first=someone(is_computer=True))
    touches(against, lambda row: starts.running_with_computers(row.second), f"{running} second first__is_computer")


def test_cancelled_matches() -> None:
    now = clock.now()
    match = one(Match, called_off_by=1, finished_at=now, moved_at=now)
    finds(match, lambda row: starts.wait_of(row.first), "called_off_by finished_at first")
    match = one(Match, called_off_by=2, finished_at=now, moved_at=now)
    finds(match, lambda row: starts.wait_of(row.second), "called_off_by finished_at second")


def test_overdue_matches() -> None:
    now = clock.now()
    match = one(Match, deadline_at=now)
    touches(match, lambda row: services._overdue(now), "deadline_at finished_at first__is_computer")
    theirs = one(Match, game_slug="digifeud")
    touches(theirs, lambda row: resign_all(row.first), "finished_at first")
    touches(theirs, lambda row: resign_all(row.second), "finished_at second")


def test_sealed_matches() -> None:
    now = clock.now()
    over = one(Match, sealed_until=now + LONG, finished_at=now)
    hidden = one(Match, sealed_until=now + LONG, commitment=over.commitment)
    finds(over, lambda row: seals.may_see(hidden, row.first), "commitment finished_at first sealed_until")
    finds(over, lambda row: seals.may_see(hidden, row.second), "commitment finished_at second sealed_until")
    public = one(Match)
    touches(
        public, lambda row: Match.objects.filter(seals.unsealed()), "sealed_until first__pupil_name second__pupil_name"
    )


def test_vacations() -> None:
    now = clock.now()
    planned = one(Vacation, planned=True, begins_at=now - LONG, ends_at=now + LONG)
    finds(planned, lambda row: vacation.rest_schedule(row.player, now).vacations, "ends_at planned player")
    finds(planned, lambda row: vacation.rest_schedules([row.player_id], now)[row.player_id].vacations, "planned player")
    touches(planned, lambda row: vacation.delete_vacations(row.player), "player")
    reaches(planned, lambda row: vacation.cancel_vacation(planned.player, row.pk, now), "planned player")
    automatic = one(Vacation, planned=False, begins_at=now - LONG, ends_at=now + LONG)
    finds(automatic, lambda row: vacation._automatic_at(row.player, now), "planned player")
    hour = timedelta(hours=1)
    begins = one(Vacation, planned=True, begins_at=now + hour / 2, ends_at=now + 20 * hour)
    finds(begins, lambda row: vacation._automatic_until(row.player, now) == now + hour / 2, "begins_at planned player")
    ended = one(Vacation, planned=False, begins_at=now - hour, ends_at=now)
    touches(ended, lambda row: vacation._automatic_until(row.player, now) and None, "planned player")


def test_deadlines_that_a_vacation_moves() -> None:
    now = clock.now()
    match = one(Match, game_slug="digifeud", deadline_at=now, rests=True)

    def move(row: Match) -> None:
        vacation._move_deadlines(row.first, lambda deadline: deadline + LONG)

    touches(match, move, "finished_at first rests")
    live = one(Match, game_slug="digifeud", deadline_at=now, time_control=USUAL_LIVE)
    Match.objects.filter(pk=live.pk).update(rests=True)
    before = live.deadline_at
    vacation._move_deadlines(live.first, lambda deadline: deadline + LONG)
    live.refresh_from_db()
    assert live.deadline_at == before


def test_what_is_public() -> None:
    now = clock.now()
    over = one(Match, game_slug="digifeud", finished_at=now, ending=Match.Ending.PLAYED, winner=1)
    public = "finished_at game_slug sealed_until voided_at"
    finds(over, lambda row: sitemaps.latest_matches(), public)
    finds(over, lambda row: feeds.of_player(over.first).entries, f"first {public}")
    finds(over, lambda row: feeds.of_player(over.second).entries, f"second {public}")
    finds(over, lambda row: countable(Match.objects.all()), "finished_at game_slug sealed_until twin first__pupil_name")


def test_calendars() -> None:
    address = one(CalendarAddress)
    touches(address, lambda row: calendars.stop(row.user), "user")
    finds(address, lambda row: calendars.token_of(row.user), "user")
    touches(address, lambda row: calendars.renew(row.user), "user")
    match = one(Match, game_slug="digifeud", deadline_at=clock.now() + timedelta(days=1))
    finds(match, lambda row: "VEVENT" in calendars.calendar_of(match.first, clock.now()), "deadline_at first")
    Match.objects.filter(pk=match.pk).update(time_kind=USUAL_LIVE.stored.kind)
    assert "VEVENT" not in calendars.calendar_of(match.first, clock.now())


def test_analyses() -> None:
    match = one(Match, game_slug="digifeud", finished_at=clock.now(), ply=99)
    done = one(Analysis, match=match, state=Analysis.State.DONE, version=VERSION)
    finds(done, lambda row: analysis_of(match), "match version")
    waits = one(Analysis, match=one(Match), state=Analysis.State.ASKED, version=VERSION)
    touches(waits, lambda row: analysis._on_their_way(), "state version")
    job = one(Job, kind=analysis.MEASURE, key=match.pk)

    def is_sooner(row: Job) -> bool:
        analysis.look(match.first, {"sees": f"{analysis.PAGE}:{match.pk}"})
        return Job.objects.filter(due_at__lte=clock.now() - analysis.OWN, kind=analysis.MEASURE, key=match.pk).exists()

    finds(job, is_sooner, "key kind state")


def test_a_feed_has_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MOST", 2)
    player, now = someone(), clock.now()
    facts = {"game_slug": "digifeud", "ending": Match.Ending.PLAYED, "winner": 1, "first": player}
    for age in (5, 1, 4, 2, 3, 6):
        at = now - timedelta(days=age)
        one(Match, moved_at=at, finished_at=at, **facts)
    assert [(now - entry.at).days for entry in feeds.of_player(player).entries] == [1, 2]


def test_clocks_that_rested_while_the_site_was_down() -> None:
    now = clock.now()
    sleeper = someone(night_begins=22, night_ends=7)
    facts = {"game_slug": "digifeud", "first": sleeper, "deadline_at": now + LONG, "moved_at": now}
    rests = one(Match, rests=True, **facts)
    moved = heartbeat._deadlines_with_rests
    touches(rests, lambda row: moved(Match.objects.all(), now - LONG, now), "deadline_at first rests to_move")
    Match.objects.filter(pk=rests.pk).update(time_kind=USUAL_LIVE.stored.kind)
    assert not moved(Match.objects.all(), now - LONG, now)
