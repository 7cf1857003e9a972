"""A block hides two players from each other wherever they would meet, whichever of the two blocks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.online import presence
from accounts.services import block
from games.clubs.models import Club
from games.clubs.services import join, make
from games.lobby.models import Offer
from games.social.following import follow
from tests.api.conftest import Caller, calling, data_of
from tests.html import html_of
from tests.lobby.conftest import challenge_to, offer_by

__all__ = ["calling"]
# Pages that list people. A page of one player, a match or a club is not among them: it hides no one.
PAGES = (
    "/social/followers/",
    "/social/followers/?show=followed",
    "/lobby/",
    "/lobby/names/?opponent=bo",
    "/lobby/players/?name=bo",
)
DATA = ("/challenges", "/me/challenges")


def acquainted(anna: User, bob: User) -> None:
    """Have bob be wherever anna looks: online, followed, following, with challenges to all, to her and to her club."""
    for one, other in ((anna, bob), (bob, anna)):
        follow(one, other)
        presence.touch(one)
    offer_by(bob)
    challenge_to(anna, bob)
    club = make(Club(name="Tile Turners", name_key="tileturners"), anna)
    join(club, bob)
    offer = offer_by(bob, starts=Offer.Starts.CHALLENGER)
    Offer.objects.filter(pk=offer.pk).update(kind=Offer.Kind.CLUB, club=club)


@pytest.mark.parametrize("by_anna", [True, False], ids=["she blocks him", "he blocks her"])
def test_anna_does_not_come_across_bob(
    anna: User, bob: User, signed_in: Callable[[User], Client], calling: Callable[..., Caller], *, by_anna: bool
) -> None:
    def places() -> set[str]:
        """Return the places where anna reads of bob."""
        browser, program = signed_in(anna), calling(anna)
        texts = {path: html_of(browser.get(path)) for path in PAGES}
        texts |= {path: str(data_of(program.get(path))) for path in DATA}
        return {path for path, text in texts.items() if "bob" in text}

    acquainted(anna, bob)
    assert places() == {*PAGES, *DATA}
    if by_anna:
        block(by=anna, of=bob)
    else:
        block(by=bob, of=anna)
    assert places() == set()
