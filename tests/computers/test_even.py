"""After a match against a computer one button begins the next one, a level up after a win and down after a loss."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.computers.errors import NoSuchComputer
from games.computers.services import (
    begin_even,
    begin_match,
    even_level,
    find_computer,
    fitting_level,
    make_computers,
)
from games.matches.models import Match
from games.matches.play.deals import new_ticket
from games.matches.play.services import find_match, resign
from games.matches.time.control import TimeControl
from tests.html import html_of
from tests.matches.conftest import play_on


def over(player: User, level: int, *, wins: bool) -> Match:
    """Return a casual match against the computer of this level, which one of both resigned after two moves."""
    match = play_on(begin_match(player, "digifeud", level, time_control=TimeControl.correspondence(days=7)), 2)
    return resign(match.pk, find_computer(level) if wins else player)


@pytest.fixture(autouse=True)
def _computers(db: None) -> None:
    make_computers()


@pytest.mark.parametrize("wins", [True, False], ids=["won", "lost"])
def test_it_goes_on_a_level_up_or_down_when_asked(
    anna: User, signed_in: Callable[[User], Client], *, wins: bool
) -> None:
    """The terms stay; who watches has no such button."""
    match, browser = over(anna, 3, wins=wins), signed_in(anna)
    page, address = html_of(browser.get(f"/matches/{match.pk}/")), reverse("computers:even", args=[match.pk])
    assert f'action="{address}"' in page
    assert f"Keep it even: {'Tess' if wins else 'Bo'}" in page
    assert address not in html_of(Client().get(f"/matches/{match.pk}/"))
    mixed = {"mix": "61" * 32, "ticket": new_ticket().text}
    for headers, header, status in (({"HX-Request": "true"}, "HX-Redirect", 204), ({}, "Location", 302)):
        answer = browser.post(address, mixed, headers=headers)
        again = Match.objects.exclude(pk=match.pk).get()  # pressed twice it begins one
        assert (answer.status_code, answer[header]) == (status, f"/matches/{again.pk}/")
        assert again.mixed_by == again.seat_of(anna)
    assert {again.first, again.second} == {anna, find_computer(4 if wins else 2)}
    assert (again.time_control, again.rated, again.option_data) == (match.time_control, False, match.option_data)


def test_it_is_offered_only_where_there_is_such_a_level(anna: User, bob: User) -> None:
    running = begin_match(anna, "digifeud", 2)
    assert even_level(running, anna) is None
    lowest, highest = over(anna, 1, wins=False), over(anna, 8, wins=True)
    assert (even_level(lowest, anna), even_level(highest, anna)) == (None, None)
    assert (even_level(over(anna, 2, wins=True), anna), even_level(over(anna, 2, wins=True), bob)) == (3, None)
    with pytest.raises(NoSuchComputer):
        begin_even(lowest.pk, anna)


@pytest.mark.parametrize(
    "why",
    [
        *("it has a handicap", "it is the deal of a day", "it goes on from another"),
        *("it is one of two", "it was", "it is void"),
    ],
)
def test_a_match_that_says_nothing_of_strength_changes_no_level(anna: User, why: str) -> None:
    """Neither that of the button at its end, nor that of Play now."""
    earlier = over(anna, 3, wins=True)
    assert fitting_level(anna, "digifeud") == 4
    match = over(anna, 6, wins=True)
    assert (fitting_level(anna, "digifeud"), even_level(match, anna)) == (7, 7)
    reasons: dict[str, dict[str, object]] = {
        "it has a handicap": {"option_data": {**match.option_data, "handicap": "30"}},
        "it is the deal of a day": {"sealed_until": clock.now()},
        "it goes on from another": {"origin": earlier, "origin_ply": 1, "origin_seat": 1},
        "it is one of two": {"twin": earlier},
        "it was": {"is_first_board": False},  # the other board is deleted
        "it is void": {"voided_at": clock.now()},
    }
    Match.objects.filter(pk=match.pk).update(**reasons[why])
    assert (fitting_level(anna, "digifeud"), even_level(find_match(match.pk), anna)) == (4, None)
