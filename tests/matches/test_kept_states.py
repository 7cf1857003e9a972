"""What the audience of a match keeps: the newest version of it, and what pages show, in the language of each."""

from __future__ import annotations

import re
from datetime import UTC
from zoneinfo import ZoneInfo

import time_machine
from django.utils import timezone, translation

from accounts.models import User
from core.live.partials import State
from games.catalogue import games
from games.matches.live import audience
from games.matches.live.audience import MatchAudience, SeatKind
from games.matches.models import Match
from games.matches.pages.page_updates import away_partial, update_since
from games.matches.play.opening import start_match
from games.matches.time.control import USUAL_LIVE
from games.rules import Seat


def test_a_read_that_ends_late_replaces_no_newer_version() -> None:
    """One that was announced meanwhile."""
    shared = MatchAudience("abc")
    for version, kept in ((3, 3), (2, 3), (4, 4)):
        match = shared._newest(Match(pk="abc", version=version))
        assert (match.version, shared.latest) == (kept, match)
    again = Match(pk="abc", version=4)
    assert shared._newest(again) is again


def elements(match: Match, kept: State) -> list[str]:
    """Return the ids of the elements of an update for a page that shows what is kept of it."""
    return re.findall(r'<\w+\s+id="(\w+)"', update_since(match, Seat.FIRST, 0, 0, kept).html)


def test_what_pages_show_is_kept_in_their_language_and_zone(anna: User, bob: User) -> None:
    """So that their next update holds what has changed, and nothing in two languages."""
    terms = {"game_slug": "sudoku", "options": games()["sudoku"].options_type(), "time_control": USUAL_LIVE}
    match = start_match(first=anna, second=bob, **terms)
    with time_machine.travel(match.started_at, tick=False):
        for language, zone in (("de", UTC), ("nl", UTC), ("nl", ZoneInfo("Asia/Tokyo"))):
            kind = SeatKind(Seat.FIRST, language, zone)
            with translation.override("en"):
                kept = audience._state_localized(match, kind)
            with translation.override("en"):
                away = audience._draw_away(match, kind)
            with translation.override(language), timezone.override(zone):
                assert elements(match, kept) == ["status", "away"]  # which are always sent
                assert away == away_partial(match, Seat.FIRST)
            with translation.override("en"):
                assert len(elements(match, kept)) > 2
                assert away != away_partial(match, Seat.FIRST)
