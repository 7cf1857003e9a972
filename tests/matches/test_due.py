"""When the next move is due."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import time_machine
from django.test import Client
from django.utils.formats import date_format

from accounts.models import User
from games.catalogue import games
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import play_move, resign
from games.matches.time.control import TimeControl
from tests.html import html_of


def test_the_page_says_by_when_the_next_move_is_due_and_nothing_of_far_years(anna: User, bob: User) -> None:
    terms = {"game_slug": "reach", "options": games()["reach"].options_type(), "first": anna, "second": bob}
    days = start_match(time_control=TimeControl.correspondence(days=3, vacation=True), **terms)
    assert days.deadline_at
    visitor, at_home = Client(), Client()
    at_home.cookies["zone"] = "Asia/Tokyo"
    address = f"/matches/{days.pk}/"
    assert '<p id="due">Next move due: in 2 days.</p>' in html_of(visitor.get(address))  # the zone is not known yet
    local = date_format(days.deadline_at.astimezone(ZoneInfo("Asia/Tokyo")), "DATETIME_FORMAT")
    assert f"Next move due: {html_of(local)}.</p>" in html_of(at_home.get(address))
    move = days.game.encode(next(iter(days.game.legal_moves(positions.current(days)))))
    with time_machine.travel(days.moved_at + timedelta(hours=1)):
        moved = play_move(days.pk, anna, 1, move)
    assert moved.deadline_at
    visitor.cookies["zone"] = "UTC"
    news = visitor.get(f"{address}updates/?version={days.version}&ply=0").json()["partials"]
    assert f"Next move due: {date_format(moved.deadline_at, 'DATETIME_FORMAT')}\N{NO-BREAK SPACE}UTC." in news
    resign(days.pk, bob)
    live = start_match(time_control=TimeControl.live(minutes=5, increment=8), **terms)
    for match in (days, live):
        page = html_of(visitor.get(f"/matches/{match.pk}/"))
        assert '<p id="due" hidden></p>' in page
        assert "at the latest" not in page
