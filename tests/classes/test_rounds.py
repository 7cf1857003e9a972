"""Rounds of a class: neighbours, the odd one out, and the table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from core import clock
from games.classes import services
from games.matches.models import Match
from games.matches.play.services import resign
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]


def test_neighbours_play_and_the_odd_one_plays_the_computer(anna: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn", "Noah", "Mia"], clock.now().date() + timedelta(days=9))
    hers, path = signed_in(anna), f"/classes/{one.pk}/round/"
    assertContains(hers.post(path, {"game": "digifeud"}, follow=True), "No pupil is waiting")
    emma, finn, noah, _mia = (pupil.user for pupil in services.pupils_of(one))
    User.objects.filter(pk__in=[emma.pk, finn.pk, noah.pk]).update(seen_at=clock.now())
    for _press in range(2):
        hers.post(path, {"game": "digifeud", "against": "neighbour"})
    match, other = Match.objects.order_by("second__is_computer")
    assert {match.first, match.second} == {emma, finn}
    assert other.first == noah
    assert other.second.is_computer
    assert not match.rated
    assertContains(signed_in(finn).get(one.get_absolute_url()), f"/matches/{match.pk}/")
    play_on(match, 2)
    resign(match.pk, emma)
    lines = hers.get(f"/classes/{one.pk}/table.csv").content.decode().splitlines()
    assert [line.split(",")[0] + ":" + ",".join(line.split(",")[2:5]) for line in lines[1:]] == [
        *("Emma:0,1,0", "Finn:0,1,1", "Noah:1,0,0", "Mia:0,0,0"),
    ]
    assert hers.get(path).status_code == 302
    assert signed_in(emma).get(f"/classes/{one.pk}/table.csv").status_code == 403
