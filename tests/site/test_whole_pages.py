"""Pages about other players, as a whole: who and what they list, in which order, and where each word leads.

What they say is kept in `tests/site/pages`; after an intended change `PAGES=write script/test` of this file renews it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.services import block
from games.clubs.models import Club, Member
from games.computers.services import find_computer
from games.history.models import Participation, Record
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.notifications.channels.mail import token_of
from games.notifications.models import Delivery, Device, Notification, Preferences
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.social.following import follow, mute
from games.social.models import Message
from games.webhooks.models import Endpoint, Sending
from tests.alike import one
from tests.html import html_of
from tests.outline import outline

pytestmark = pytest.mark.django_db
SignedIn = Callable[[User], Client]
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(1), timedelta(hours=1), timedelta(minutes=1)
KEPT = Path(__file__).parent / "pages"
Page = tuple[Client, str]


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def dora(db: None) -> User:
    """Return a player between whom and anna there is a block."""
    return User.objects.create_user("dora")


@pytest.fixture
def robo(db: None) -> User:
    return User.objects.create_user("robo", is_bot=True)


def is_as_kept(name: str, *pages: tuple[Client, str]) -> None:
    """Compare these parts of pages, each an address with the name of the part, with what is kept."""
    parts = []
    for browser, address in pages:
        path, _, part = address.partition("#")
        who = (
            "visitor"
            if "_auth_user_id" not in browser.session
            else User.objects.get(pk=browser.session["_auth_user_id"])
        )
        parts.append(f"== {who} {address}\n{outline(html_of(browser.get(path)), part or 'main')}\n")
    text, file = "\n".join(parts), KEPT / f"{name}.txt"
    if os.environ.get("PAGES") == "write":
        file.write_text(text)
    assert text == file.read_text()


def begun(key: str, first: User, second: User, slug: str = "digifeud", **more: object) -> Match:
    """Return a match by days with this key."""
    terms = {"time_kind": "correspondence", "base": 3 * DAY, "started_at": NOON - DAY, "moved_at": NOON - HOUR}
    terms |= {"deadline_at": NOON + 2 * DAY, "option_data": {}}
    return one(Match, pk=key, first=first, second=second, game_slug=slug, **terms | more)


def rate(player: User, rating: float, slug: str = "sudoku", kind: str = "", **more: object) -> Rating:
    """Give a player a rating by days that is settled."""
    pool, _new = RatingPool.objects.get_or_create(game_slug=slug, is_live=False, kind=kind)
    facts = {"deviation": 60.0, "volatility": 0.06, "rated_at": NOON, "settled_until": NOON + DAY, "won": 3, "lost": 2}
    return one(Rating, pool=pool, player=player, rating=rating, **facts | more)


def test_people(anna: User, bob: User, carl: User, dora: User, robo: User, signed_in: SignedIn) -> None:
    block(by=dora, of=anna)
    for other in (bob, carl, dora):
        follow(other, bob) if other is dora else follow(other, anna)
    follow(anna, bob)
    follow(anna, robo)
    mute(anna, carl)
    User.objects.filter(pk__in=[one.pk for one in (anna, bob, dora)]).update(seen_at=NOON)
    for player, rating in ((anna, 1500.0), (bob, 1400.0), (carl, 1560.0), (dora, 1501.0), (find_computer(1), 1502.0)):
        rate(player, rating)
    match = begun("both", anna, bob)
    message = one(Message, pk=7001, match=match, author=bob, room="players", text="Grr", phrase="")
    pupil = User.objects.create_user("pupil", is_guest=True, pupil_name="Bo")
    assert pupil.is_pupil
    hers, his, carls = signed_in(anna), signed_in(bob), signed_in(carl)
    lists = [
        "followers/",
        "followers/?show=followed",
        "report/?player=bob",
        "report/?match=both",
        "report/?message=7001",
    ]
    found = [f"/lobby/players/{query}" for query in ("", "?name=b", "?show=near", "?show=friends", "?name=zoe")]
    profile = ["/matches/by/bob/", "/matches/by/robo/", "/matches/by/anna/", "/matches/by/carl/"]
    is_as_kept(
        "people",
        *((hers, path) for path in (*(f"/social/{path}" for path in lists), *found, *profile)),
        *((his, path) for path in ("/matches/by/anna/", "/social/followers/?show=followed")),
        *((carls, path) for path in ("/social/report/?match=both", "/social/followers/", "/matches/by/bob/")),
        (Client(), "/matches/by/bob/"),
        (Client(), "/lobby/players/"),
    )
    assert message.pk == 7001


def test_settings(anna: User, bob: User, carl: User, dora: User, signed_in: SignedIn) -> None:
    follow(anna, carl)
    follow(anna, bob)
    mute(anna, dora)
    one(Preferences, user=anna, off=["turn-mail"], no_mail=True, quiet_from=time(23), quiet_to=time(7, 30))
    one(Device, pk=7001, user=anna, name="Firefox", endpoint="https://push.example/1")
    one(Device, pk=7002, user=anna, name="", endpoint="https://push.example/2")
    Device.objects.update(made_at=NOON - 9 * DAY)
    facts = {"url": "https://a.example/", "description": "my bot", "events": ["match.turn", "match.ended"]}
    failing = {"url": "https://b.example/", "description": "", "events": ["gone"], "failing_since": NOON}
    for key, more in ((7001, facts), (7002, failing), (7003, failing | {"disabled_at": NOON})):
        endpoint = one(Endpoint, pk=key, user=anna, **more)
        one(Sending, endpoint=endpoint, event="match.turn", subject="abc", answer="503")
        one(Sending, endpoint=endpoint, event="match.ended", subject="xyz", answer="", status="sent")
    hers = signed_in(anna)
    parts = [f"/accounts/settings/#{part}" for part in ("social", "notifications", "calendar", "webhooks")]
    out = f"/notifications/unsubscribe/{token_of(anna)}/"
    page = outline(html_of(Client().get(out))).splitlines()
    assert page == ["No more e-mail", "No more e-mail about matches to anna?", "[No more e-mail]"]
    his = [(signed_in(bob), path) for path in parts[:2]]
    is_as_kept("settings", *((hers, path) for path in (*parts, "/webhooks/")), *his)
