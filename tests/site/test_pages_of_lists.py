"""Long lists: each link to another page of one keeps all its filters, and its days are those of the reader's zone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from accounts.models import User
from core import clock
from games.history import listing
from games.history.forms import FilterForm
from games.history.models import Participation
from games.matches.forms import VacationForm
from games.matches.models import Match
from games.notifications import views as notification_views
from games.notifications.models import Notification
from games.puzzles import views as puzzle_views
from games.puzzles.models import Daily, Puzzle
from games.puzzles.services.selection import today
from games.ratings import views as rating_views
from games.social import views as chat_views
from games.social.models import Favourite, Message
from tests.alike import one, someone
from tests.history.conftest import many
from tests.html import html_of
from tests.ratings.conftest import beats, settle

SignedIn = Callable[[User], Client]
LINK = re.compile(r'<a\s([^>]*href="\?[^"]*page=[^>]*)>')
HISTORY = "game=digifeud&result=won&pace=days&stakes=casual&against=bob&since=2026-01-01&until=2026-12-31&"


def fill(anna: User, bob: User) -> None:
    """Store three rows and more of each list of anna."""
    many(anna, [bob], 60)
    for player in (anna, bob, someone()):
        settle(player, 1700)
        one(Favourite, by=anna, of=player) if player != anna else None
        beats(player, someone())
    match = one(Match, pk="spoken", game_slug="digifeud", first=anna, second=bob)
    for number in range(1, 4):
        one(Message, match=match, author=bob, text="Hello!")
        one(Notification, user=anna, event="turn", match=match, key=str(number))
        puzzle = one(Puzzle, game_slug="digifeud", for_daily=True)
        one(Daily, game_slug="digifeud", day=today() - timedelta(number), number=number, puzzle=puzzle)


def test_links_to_other_pages_keep_the_filters(
    anna: User, bob: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {"ROWS": listing, "RANKS_A_PAGE": rating_views, "LINES_A_PAGE": chat_views}
    sizes |= {"A_PAGE": notification_views, "PAST_A_PAGE": puzzle_views}
    for name, module in sizes.items():
        monkeypatch.setattr(module, name, 1)
    fill(anna, bob)
    browser = signed_in(anna)
    for address, query in (
        ("/history/of/anna/", ""),
        ("/history/of/anna/", HISTORY),
        ("/history/of/anna/against/bob/", ""),
        ("/ratings/sudoku/days/", ""),
        ("/ratings/sudoku/days/", "friends=1&"),
        ("/ratings/sudoku/days/", "friends=1&period=week&"),
        ("/ratings/sudoku/days/", "period=month&"),
        ("/social/chat/spoken/", ""),
        ("/notifications/", ""),
        ("/puzzles/past/digifeud/", ""),
    ):
        page = html_of(browser.get(f"{address}?{query}page=2"))
        links = [link.replace("&amp;", "&") for link in LINK.findall(page)]
        for rel, number in (("prev", 1), ("next", 3)):
            (to,) = [link for link in links if f'rel="{rel}"' in link]
            assert f'href="?{query}page={number}"' in to, address
        assert [link for link in links if f'href="?{query}page=' not in link] == [], address


ZONES = ("UTC", "Asia/Tokyo", "America/New_York")
DAY = date(2026, 3, 2)


@pytest.mark.parametrize("zone", ZONES)
def test_filters_by_day_go_by_the_zone_of_the_reader(anna: User, bob: User, zone: str) -> None:
    begin, end = (datetime(2026, 3, day, tzinfo=ZoneInfo(zone)).astimezone(UTC) for day in (2, 3))
    instant = timedelta(microseconds=1)
    moments = [begin - instant, begin, end - instant, end]
    for match, moment in zip(many(anna, [bob], 4), moments, strict=True):
        Participation.objects.filter(match=match, player=anna).update(at=moment)
    with timezone.override(zone):
        for query, expected in (
            (f"since={DAY}", moments[1:]),
            (f"until={DAY}", moments[:3]),
            (f"since={DAY}&until={DAY}", moments[1:3]),
        ):
            found = Participation.objects.filter(FilterForm(QueryDict(query)).condition, player=anna)
            assert list(found.order_by("at").values_list("at", flat=True)) == expected, query


@pytest.mark.parametrize("zone", ZONES)
def test_days_of_a_vacation_are_those_of_the_player(zone: str) -> None:
    here = ZoneInfo(zone)
    with time_machine.travel(datetime(2026, 3, 1, 20, tzinfo=UTC), tick=False):  # in Tokyo already the next day
        for days, is_valid in ((-1, False), (0, True), (1, True)):
            day = clock.now().astimezone(here).date() + timedelta(days)
            form = VacationForm(here, QueryDict(f"first={day}&last={day}"))
            assert form.is_valid() is is_valid
        begin = datetime.combine(day, datetime.min.time(), here)
        assert form.span == (begin, begin + timedelta(days=1))
