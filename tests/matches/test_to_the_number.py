"""What a match allows, says and counts, on both sides of each number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
import time_machine
from django.http import QueryDict

from accounts.models import User
from core import clock
from games.matches.errors import (
    MustWait,
    NotDecided,
    NudgedAlready,
    OpponentMustWait,
    OpponentTooBusy,
    Refused,
    TooManyMatches,
    TooManyRunning,
    TooSoon,
)
from games.matches.forms import LATEST_PLY, LONGEST_MOVE, MoveForm, NightForm, SentMove, VacationForm
from games.matches.models import Deal, Match, Vacation
from games.matches.outcomes import VOID
from games.matches.pages.match_view import MatchView
from games.matches.pages.play import story
from games.matches.pages.record import _went_down
from games.matches.pages.scores import time_left
from games.matches.play import deals, starts
from games.matches.play.deals import Mix
from games.matches.play.requests import NUDGE_PAUSE, claim_win, may_nudge, nudge
from games.matches.play.services import find_match
from games.matches.play.vacation import rest_words
from games.matches.templatetags.times import digits
from games.matches.time.clock import NightHours, hours_in_year
from games.matches.time.control import DAY, HOUR, PATIENCE
from games.rules import Seat
from tests.alike import one, someone
from tests.matches.conftest import play_on
from tests.matches.test_claim import decided

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def raised(check: Callable[..., object], *facts: object, **more: object) -> type[Refused] | None:
    """Return the refusal that this check raises; None where it does not."""
    try:
        check(*facts, **more)
    except Refused as refusal:
        return type(refusal)
    return None


def test_nights() -> None:
    hours = {(22, 8): True, (22, 9): False, (22, 23): True, (22, 22): False, (23, 0): True, (0, 10): True}
    for (begins, ends), is_valid in hours.items():
        form = NightForm("", QueryDict(f"time_zone=&night_begins={begins}&night_ends={ends}"))
        assert form.is_valid() is is_valid, (begins, ends)
    for half in ("night_begins=22&night_ends=", "night_begins=&night_ends=7"):
        assert "Choose both hours" in str(NightForm("", QueryDict(half)).errors)
    night = NightHours(22, 7, UTC)
    assert next(night.since(NOON)) == (NOON + 10 * HOUR, NOON + 19 * HOUR)
    assert next(night.since(NOON + 19 * HOUR)) == (NOON + 34 * HOUR, NOON + 43 * HOUR)


@time_machine.travel(NOON + timedelta(minutes=30), tick=False)
def test_days_of_a_vacation() -> None:
    last = (NOON + 365 * DAY).date()
    rows = {("2026-11-21", "2026-11-21"): 1, ("2026-11-20", "2026-11-22"): 0, (last, last): 1, (last, last + DAY): 0}
    for (first, until), is_valid in rows.items():
        assert VacationForm(UTC, QueryDict(f"first={first}&last={until}")).is_valid() is bool(is_valid)
    form = VacationForm(UTC, QueryDict("first=2026-11-21&last=2026-11-21"))
    assert form.is_valid()
    assert form.span == (NOON + HOUR, NOON + 12 * HOUR)
    with time_machine.travel(NOON + 11.5 * HOUR, tick=False):
        assert form.span == (NOON + 12 * HOUR, NOON + 13 * HOUR)  # at least an hour
    for minutes, hours in ((0, 0), (1, 1), (60, 1), (61, 2)):
        assert hours_in_year((NOON, NOON + timedelta(minutes=minutes)), 2026) == hours
    assert hours_in_year((NOON, NOON + DAY), 2027) == 0


def test_moves_as_they_are_sent() -> None:
    rows = [(0, "d4", False), (1, "d4", True), (LATEST_PLY, "d4", True), (LATEST_PLY + 1, "d4", False), (1, "", False)]
    rows += [(1, "x" * LONGEST_MOVE, True), (1, "x" * (LONGEST_MOVE + 1), False)]
    for ply, text, is_valid in rows:
        sent = {"ply": ply, "text": text}
        assert (SentMove.read(sent) is not None) is is_valid, (ply, text)
        assert MoveForm(cast("QueryDict", sent)).is_valid() is is_valid, (ply, text)
    assert SentMove.read({"ply": "7", "text": "d4", "variant": " e5", "confirmed": "1"}) == SentMove(
        7, "e5", True, True
    )
    assert SentMove.read({"ply": "7", "text": "d4 "}) == SentMove(7, "d4", sure=False, chosen=False)
    data = QueryDict("ply=2&text=swap&pick=1&pick=7")
    form = MoveForm(data)
    assert form.is_valid()
    assert form.notation == "swap 17"
    assert not MoveForm(QueryDict("ply=2&text=swap&pick=12345")).is_valid()


def test_times_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOON)
    left = {
        59: "59:00",
        60: "1h 0m",
        61: "1h 1m",
        24 * 60 - 1: "23h 59m",
        24 * 60: "1d 0h",
        51 * 60: "2d 3h",
        -1: "0:00",
    }
    assert {minutes: time_left("en", NOON + timedelta(minutes=minutes)) for minutes in left} == left
    assert [digits(timedelta(seconds=number)) for number in (9.9, 65, 3599, 3605)] == [
        "0:09",
        "1:05",
        "59:59",
        "1:00:05",
    ]
    down = {
        1: "1 second.",
        119: "119 seconds.",
        120: "2 minutes.",
        151: "3 minutes.",
        7199: "120 minutes.",
        7200: "2 hours.",
    }
    for seconds, words in (down | {12_600: "4 hours."}).items():
        assert _went_down(seconds) == f"The site was down for {words.replace(' ', NBSP)} The clocks stood still."
    waits = {60: "1 minute.", 61: "2 minutes.", 89: "2 minutes.", 1800: "30 minutes."}
    for seconds, words in waits.items():
        refusals = [MustWait(seconds * SECOND), OpponentMustWait(seconds * SECOND)]
        assert str(refusals[0].reason).endswith(words.replace(" ", NBSP)), seconds
        assert words.split()[0] in str(refusals[1].reason)
        assert [refusal.headers for refusal in refusals] == [{"Retry-After": str(seconds)}] * 2
    assert TooSoon(NOON + 1.2 * SECOND, NOON).retry_after == 2


NBSP = "\N{NO-BREAK SPACE}"


def test_who_may_begin(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starts, "MOST_RUNNING", 2)
    monkeypatch.setattr(starts, "MOST_WITH_COMPUTERS", 2)
    busy, free, computer = someone(), someone(), someone(is_computer=True)
    check = starts.check_may_begin
    one(Match, first=busy)
    one(Match, first=busy, second=computer)
    assert [raised(check, busy, other, live=False) for other in (None, free, computer)] == [None, None, None]
    one(Match, second=busy)
    one(Match, first=computer, second=busy)
    assert raised(check, busy, live=False) is TooManyRunning
    assert raised(check, free, busy, live=False) is OpponentTooBusy
    assert [raised(check, *pair, live=False) for pair in ((busy, computer), (computer, busy))] == [TooManyMatches] * 2
    assert raised(check, free, computer, live=True) is None
    now = clock.now()
    for number, minutes in enumerate((1, 5, 30, 30), 1):
        one(Match, first=free, second=someone(), called_off_by=1, finished_at=now, moved_at=now - timedelta(minutes=30))
        assert starts.wait_of(free, now) == timedelta(minutes=minutes), number
    assert raised(check, free, live=True) is MustWait
    assert raised(check, someone(), free, live=True) is OpponentMustWait
    assert raised(check, free, live=False) is None
    assert starts.wait_of(free, now + timedelta(minutes=30)) == timedelta()


def test_nudges_and_claims(match: Match, anna: User, bob: User) -> None:
    match = play_on(match, 2)
    since = match.moved_at
    for wait, may in ((NUDGE_PAUSE - SECOND, False), (NUDGE_PAUSE, True)):
        with time_machine.travel(since + wait, tick=False):
            assert (may_nudge(match, Seat.SECOND), may_nudge(match, Seat.FIRST)) == (may, False)
            assert (raised(nudge, match.pk, bob) is None) is may
    with time_machine.travel(since + 2 * NUDGE_PAUSE - SECOND, tick=False):
        assert not may_nudge(find_match(match.pk), Seat.SECOND)
        assert raised(nudge, match.pk, bob) is NudgedAlready
        play_on(match, 2)  # then the pause is counted from the last nudge no more
    with time_machine.travel(since + 3 * NUDGE_PAUSE - SECOND, tick=False):
        assert may_nudge(find_match(match.pk), Seat.SECOND)
    won = decided(anna, bob)
    with time_machine.travel(won.moved_at + PATIENCE - SECOND, tick=False):
        assert raised(claim_win, won.pk, anna) is TooSoon
    with time_machine.travel(won.moved_at + PATIENCE, tick=False):
        assert raised(claim_win, won.pk, bob) is NotDecided
        assert claim_win(won.pk, anna).winner == Seat.FIRST
        assert raised(claim_win, won.pk, anna) is None


def test_tickets_of_deals(db: None, anna: User, bob: User) -> None:
    value, now = b"1" * 32, NOON
    with time_machine.travel(now, tick=False):
        ticket = deals.new_ticket()
    mix = Mix(value, ticket.text)
    for late, is_valid in ((deals.LASTS, True), (deals.LASTS + 1, False)):
        with time_machine.travel(now + timedelta(seconds=late), tick=False):
            deal = deals.prepared(mix)
            assert deal is not None
            assert ((deal.commitment == ticket.commitment), deal.proposal) == (is_valid, value)
            assert deal.proposal_hash
    with time_machine.travel(now, tick=False):
        used = deals.prepared(mix)
        assert used is not None
        used.save(force_insert=True)
        again = deals.prepared(mix)
        assert again is not None
        assert (again.commitment != ticket.commitment, again.proposal) == (True, value)
    assert deals.mixed_by(Deal(first_value=b"1")) == 1
    assert deals.mixed_by(Deal(second_value=b"1")) == 2
    assert Mix.read({"mix": "ab" * 32, "ticket": "t"}) == Mix(b"\xab" * 32, "t")
    assert Mix.read({"mix": "ab" * 31, "ticket": "t"}) == Mix()


@time_machine.travel(NOON, tick=False)
def test_rests_in_words(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(night_begins=22, night_ends=7, time_zone="Europe/Berlin")
    anna.refresh_from_db()
    days = [(-9, -8, True), (-1, 3, True), (5, 7, True), (-2, -1, False), (3, 4, False)]
    for begin, until, planned in days:
        begins = NOON + begin * DAY - 13 * HOUR  # midnight in Berlin
        Vacation.objects.create(player=anna, begins_at=begins, ends_at=begins + (until - begin) * DAY, planned=planned)
    assert [words.replace(NBSP, " ") for words in rest_words(anna, NOON)] == [
        "anna sleeps from 22:00 to 7:00 (Europe/Berlin)",
        "anna is on vacation from 20 November to 23 November",
        "anna is on vacation from 26 November to 27 November",
        "anna has 21 vacation days left this year",
    ]


def test_how_a_match_was_won(match: Match) -> None:
    match = play_on(match, 4)
    Match.objects.filter(pk=match.pk).update(ending=Match.Ending.PLAYED, winner=1, finished_at=clock.now())
    rows = {
        (5, 1, 4, 1): ("You led from turn 1.", "anna led from turn 1."),
        (1, 5, 9, 1): ("You led from turn 3.", "anna led from turn 3."),
        (2, 2, 9, 1): ("You led from turn 3.", "anna led from turn 3."),
        (1, 5, 1, -9): ("The last turn decided it.", "The last turn decided it."),
        (1, 5, 1, 0): ("", ""),
    }
    view, other = (MatchView(find_match(match.pk), seat) for seat in (Seat.FIRST, None))
    result = replace(VOID, counts=True, winner=Seat.FIRST)
    for points, words in rows.items():
        turns = tuple(replace(turn, points=one) for turn, one in zip(view.turns, points, strict=False))
        own = sum(points[::2])
        for one_view, sentence in zip((view, other), words, strict=True):
            one_view.turns = turns
            one_view.view = replace(one_view.view, result=result, scores=(own, 0))
            assert story(one_view) == sentence, points
    view.view = replace(view.view, scores=(own * 2, 0))  # the points of turns are not all
    assert story(view) == ""
