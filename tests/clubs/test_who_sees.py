"""Whom a club is shown to: one that only its link leads to is found by no one else, however it is looked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.clubs.models import Club, Member
from games.clubs.services import find_club, visible_to
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
    one = club(anna, entry=entry)
    if role:
        Member.objects.filter(role=role).update(role=Member.Role.CAPTAIN)  # there is one founder
        Member.objects.update_or_create(club=one, player=bob, defaults={"role": role})
    viewer = None if role is None else bob
    browser, program = (client, Caller()) if viewer is None else (signed_in(viewer), calling(viewer))
    is_seen = entry != Club.Entry.LINK or role in IN
    assert visible_to(viewer).contains(one) is is_seen
    for words in SOUGHT:
        listed = [found["club"] for found in data_of(program.get(f"/clubs?name={words}"))]
        assert listed == ([one.pk] if is_seen and words != "wooden" else [])
        page = html_of(browser.get("/clubs/", {"name": words}))
        assert (one.get_absolute_url() in page) is (is_seen and (words != "wooden" or role in IN))
    assert browser.get(one.get_absolute_url()).status_code == (200 if is_seen else 404)
    assert find_club(one.pk, anna) == one
