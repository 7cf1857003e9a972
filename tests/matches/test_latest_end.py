"""The latest possible end of a match, on its page."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils.formats import date_format

from accounts.models import User
from games.catalogue import games
from games.matches.services import start_match
from games.matches.time.clocks import latest_end
from games.matches.time.control import TimeControl
from tests.html import html_of

DAY = timedelta(days=1)
LONGEST = [("reach", 9), ("sudoku", 72), ("summy", 126), ("digifeud", 83), ("tenbyten", 927)]


@pytest.mark.parametrize(("slug", "moves"), LONGEST)
def test_a_match_without_rest_ends_when_every_move_has_taken_its_time(
    anna: User, bob: User, slug: str, moves: int
) -> None:
    options = games()[slug].options_type()
    match = start_match(
        game_slug=slug, options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
    )
    assert latest_end(match) == match.started_at + moves * 3 * DAY


def test_the_page_says_when_it_is_over_at_the_latest(anna: User, bob: User) -> None:
    terms = {"game_slug": "reach", "options": games()["reach"].options_type(), "first": anna, "second": bob}
    strict, restful = (
        start_match(time_control=TimeControl.correspondence(days=1, vacation=rests), **terms) for rests in (False, True)
    )
    live = start_match(time_control=TimeControl.live(minutes=5, increment=8), **terms)
    for match, form in ((strict, "DATE_FORMAT"), (restful, "DATE_FORMAT"), (live, r"H:i \U\T\C")):
        end = latest_end(match)
        assert isinstance(end, datetime)
        page = html_of(Client().get(f"/matches/{match.pk}/"))
        assert f"{date_format(end, form)} at the latest" in page
    at_home = Client()
    at_home.cookies["zone"] = "Asia/Tokyo"
    end = latest_end(live)
    assert isinstance(end, datetime)
    local = end.astimezone(ZoneInfo("Asia/Tokyo"))
    assert f"Over at {local:%H:%M} at the latest" in html_of(at_home.get(f"/matches/{live.pk}/"))
    ends = [latest_end(match) for match in (live, strict, restful)]
    assert ends == sorted(ends, key=str)
