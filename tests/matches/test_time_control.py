"""Time controls as values: stored, written and parsed, and a third kind that the site does not know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from games.catalogue import games
from games.lobby import lists, own, pairing
from games.lobby.models import Offer
from games.lobby.services import accept_offer
from games.matches.errors import TimeIsUp
from games.matches.files import exports
from games.matches.files.exports import transcript_of, verify
from games.matches.files.transcript import read
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.services import find_match, offer_rematch, play_move, resign
from games.matches.time.control import (
    GRACE,
    KINDS,
    MINUTE,
    PRESETS,
    SECOND,
    USUAL_LIVE,
    TimeControl,
)
from games.ratings.models import RatingPool
from games.rules import Seat
from tests.exports import export_of
from tests.matches.conftest import legal_move, play_on
from tests.matches.example_control import ExampleControl

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TEN_AND_THIRTY = ExampleControl.of(minutes=10, period=30)
CODES = [
    (TimeControl.correspondence(days=1), "1d", "1d"),
    (TimeControl.correspondence(days=14), "14d", "14d"),
    (TimeControl.live(minutes=5, increment=8), "5+8", "5m+8s"),
    (TimeControl.live(minutes=180, increment=60), "180+60", "3h+1m"),
    (TimeControl.live(minutes=1, increment=0), "1+0", "1m+0s"),
]


@pytest.mark.parametrize(("control", "code", "file_code"), CODES)
def test_a_time_control_is_written_parsed_and_restored(control: TimeControl, code: str, file_code: str) -> None:
    assert (control.code, control.file_code) == (code, file_code)
    assert TimeControl.parse(file_code) == control
    assert TimeControl.restore(control.stored) == control


@pytest.mark.parametrize("text", ["", "3", "d3", "3d+", "+8s", "5m+8s+8s", "5+8", "-3d", "3D"])
def test_what_is_no_time_control_is_not_parsed(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        TimeControl.parse(text)


def test_clocks_rest_in_correspondence_alone() -> None:
    strict = TimeControl.correspondence(days=3)
    assert (strict.rests, strict.with_vacation().rests) == (False, True)
    assert TimeControl.restore(strict.with_vacation().stored) == TimeControl.correspondence(days=3, vacation=True)
    assert (USUAL_LIVE.with_vacation(), USUAL_LIVE.rests) == (USUAL_LIVE, False)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def _with_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer the example on the site; the queries of the lobby are prepared once for the kinds that a site has."""
    for prepared in (lists._watched, own._listed, pairing._suitable_for):
        prepared.cache_clear()
    monkeypatch.setitem(KINDS, ExampleControl.kind, ExampleControl)
    monkeypatch.setitem(PRESETS, "example", TEN_AND_THIRTY)


@pytest.fixture
def offered(_with_example: None, anna: User, signed_in: Callable[[User], Client]) -> Offer:
    """Return an offer of 10 minutes and three periods, which anna made with the form."""
    form = {"game": "sudoku", "time": "example", "starts": "challenger", "kind": "open", "rated": "rated"}
    options = {f"option-{choice.name}": choice.default for choice in games()["sudoku"].options_type.choices()}
    assert signed_in(anna).post("/lobby/offer/", {**form, **options}).status_code == 302
    return Offer.objects.get()


@pytest.fixture
def begun(offered: Offer, bob: User, clock: time_machine.Traveller) -> Match:
    """Return the match of this offer, with both players present and their first moves made."""
    match = accept_offer(offered.pk, bob)
    for seat in Seat:
        requests.arrive(find_match(match.pk), seat)
    return play_on(find_match(match.pk), 2)


def test_the_lobby_lists_a_new_kind_as_live(offered: Offer, bob: User, signed_in: Callable[[User], Client]) -> None:
    pages = [signed_in(bob).get(f"/lobby/?pace={pace}").content.decode() for pace in ("live", "days")]
    assert [f"/{offered.pk}/accept/" in page for page in pages] == [True, False]
    assert "live, 10 min + 3 x 30 s" in pages[0]


def test_a_new_kind_reckons_by_itself(begun: Match, clock: time_machine.Traveller) -> None:
    assert begun.deadline_at == NOW + 10 * MINUTE + 90 * SECOND + GRACE
    clock.shift(4 * MINUTE)  # of the main time
    assert play_on(begun, 1).clock.left.of(Seat.FIRST) == 6 * MINUTE + 90 * SECOND
    clock.shift(10 * MINUTE + 40 * SECOND)  # the main time, a period, and ten seconds of the second
    match = play_on(find_match(begun.pk), 1)
    assert (match.clock.left.of(Seat.SECOND), match.time_control) == (2 * 30 * SECOND, TEN_AND_THIRTY)
    clock.shift(7 * MINUTE + 30 * SECOND + GRACE)
    with pytest.raises(TimeIsUp):
        play_move(match.pk, match.first, 5, legal_move(match))
    over = find_match(match.pk)
    assert (over.ending, over.winner) == (Match.Ending.TIME, Seat.SECOND)
    assert RatingPool.objects.exclude(latest=None).get().is_live


def test_a_new_kind_is_in_the_file_and_in_the_rematch(begun: Match, anna: User, bob: User) -> None:
    transcript = transcript_of(begun, None)
    assert "[Pace 10m/30s]" in transcript.text
    assert read(transcript.text) == read(transcript.text.replace("10m/30s", "600s/30s")) == transcript
    Match.objects.filter(pk=begun.pk).update(finished_at=NOW, ending=Match.Ending.PLAYED, deadline_at=None)
    offer_rematch(begun.pk, anna)
    again = offer_rematch(begun.pk, bob)
    assert again is not None
    assert (again.time_control, again.is_gathering) == (TEN_AND_THIRTY, True)
    assert (again.clock.left.of(Seat.FIRST), again.clock.left.of(Seat.SECOND)) == (690 * SECOND, 690 * SECOND)


def test_a_match_whose_kind_is_gone_still_has_its_pages(
    begun: Match, anna: User, signed_in: Callable[[User], Client]
) -> None:
    over = resign(begun.pk, anna)
    del KINDS[ExampleControl.kind]
    match = find_match(over.pk)
    assert match.time_control.stored == TEN_AND_THIRTY.stored
    assertContains(signed_in(anna).get(f"/matches/{match.pk}/"), "unknown time control")
    text = exports.as_text(match, None)
    assert verify(read(text)).position
    assert export_of(anna)["offers"]
