"""Whom a club is shown to: one that only its link leads to is found by no one else, however it is looked for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.clubs.models import Club, Member
from games.clubs.services import find_club, visible_to
from tests.alike import one, someone
from tests.api.conftest import Caller, calling, data_of
from tests.clubs.test_clubs import club
from tests.html import html_of

__all__ = ["calling"]
SOUGHT = ("", "Turn", "wooden")
IN = {Member.Role.FOUNDER, Member.Role.CAPTAIN, Member.Role.MEMBER}


@pytest.mark.parametrize(
    ("entry", "role"),
    [
        *((Club.Entry.LINK, role) for role in (None, "", *Member.Role)),
        (Club.Entry.OPEN, None),
        (Club.Entry.REQUEST, ""),
    ],
)
def test_a_club_is_found_by_its_viewers_alone(
    anna: User,
    bob: User,
    client: Client,
    signed_in: Callable[[User], Client],
    calling: Callable[..., Caller],
    entry: str,
    role: str | None,
) -> None:
    """Without an account, with one, and with each role, by its name, by a part of it, and in the list of all."""
    this_club = club(anna, entry=entry)
    if role:
        Member.objects.filter(role=role).update(role=Member.Role.CAPTAIN)  # there is one founder
        Member.objects.update_or_create(club=this_club, player=bob, defaults={"role": role})
    viewer = None if role is None else bob
    browser, program = (client, Caller()) if viewer is None else (signed_in(viewer), calling(viewer))
    is_seen = entry != Club.Entry.LINK or role in IN
    assert visible_to(viewer).contains(this_club) is is_seen
    for words in SOUGHT:
        listed = [found["club"] for found in data_of(program.get(f"/clubs?name={words}"))]
        assert listed == ([this_club.pk] if is_seen and words != "wooden" else [])
        page = html_of(browser.get("/clubs/", {"name": words}))
        assert (this_club.get_absolute_url() in page) is (is_seen and (words != "wooden" or role in IN))
    assert browser.get(this_club.get_absolute_url()).status_code == (200 if is_seen else 404)
    assert find_club(this_club.pk, anna) == this_club


def test_the_page_of_a_player_lists_the_clubs_to_that_player_alone(
    anna: User, bob: User, client: Client, signed_in: Callable[[User], Client]
) -> None:
    guest = someone(is_guest=True)
    for key, name, member in (("tiles", "Tile Turners", anna), ("bees", "Bees", anna), ("other", "Ants", bob)):
        one(Member, club=one(Club, pk=key, name=name), player=member, role=Member.Role.MEMBER)

    def shown(browser: Client, person: User) -> list[tuple[str, str]]:
        page = html_of(browser.get(f"/matches/by/{person}/"))
        part = page.partition('aria-labelledby="clubs-title"')[2].partition("</section>")[0]
        return re.findall(r'<a href="([^"]*)">([^<]*)</a>', part)

    everyone = ("/clubs/", "All clubs")
    assert shown(signed_in(anna), anna) == [everyone, ("/clubs/bees/", "Bees"), ("/clubs/tiles/", "Tile Turners")]
    assert shown(signed_in(bob), bob) == [everyone, ("/clubs/other/", "Ants")]
    assert [shown(browser, anna) for browser in (client, signed_in(bob), signed_in(guest))] == [[], [], []]
    assert shown(signed_in(guest), guest) == []
