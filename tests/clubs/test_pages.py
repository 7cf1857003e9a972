"""What the pages of clubs say, whole: to each role, to strangers, by the link, and when something is pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.names import name_key
from accounts.services import make_guest
from core import clock
from games.clubs.models import Club, Member
from games.matches.models import Match
from games.notifications.models import Notification
from tests.alike import one
from tests.clubs.test_clubs import roles
from tests.conftest import Published
from tests.events.cups import NOW
from tests.html import html_of
from tests.page_lines import Texts, lines_of
from tests.ratings.conftest import settle

SignedIn = Callable[[User], Client]
Role = Member.Role
says = Texts(__file__)
SAME = ("bob renew", "anna captain bob")  # after which open pages look for what has changed, though no role has


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def tiles(anna: User, bob: User, carl: User) -> Club:
    """Return a club of anna; bob is captain, carl a member, dora asks to join and emil is banned."""
    names = {"name": "Tile Turners", "name_key": name_key("Tile Turners")}
    club = one(Club, pk="tiles", text="We turn\ntiles.", link_key="tilelink", **names)
    dora, emil = (User.objects.create_user(name) for name in ("dora", "emil"))
    for player, role in zip((anna, bob, carl, dora, emil), Role, strict=True):
        one(Member, club=club, player=player, role=role)
    return club


def test_a_club_says_to_its_founder_all_that_there_is(
    tiles: Club, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    for player, rating in ((anna, 1500), (bob, 1700), (carl, 1500), (User.objects.get(username="dora"), 1900)):
        settle(player, rating, slug="summy")
    for day, (first, second) in enumerate(((anna, bob), (carl, anna))):
        over = {"game_slug": "summy", "finished_at": clock.now() - timedelta(day), "ending": "resigned"}
        one(Match, pk=f"match{day}", first=first, second=second, moved_at=clock.now() - timedelta(day), **over)
    page = signed_in(anna).get("/clubs/tiles/?game=summy")
    says("of a club to its founder", page, "club-head club-events among-title club-members link-title ladder")
    says("the ladder of another game", signed_in(anna).get("/clubs/tiles/?game=chess"), "ladder")


def test_a_club_says_to_others_what_they_can_do(tiles: Club, client: Client, signed_in: SignedIn) -> None:
    User.objects.create_user("finn")
    bobs, carls, doras, emils, finns = (
        signed_in(User.objects.get(username=name)).get("/clubs/tiles/")
        for name in ("bob", "carl", "dora", "emil", "finn")
    )
    says("to a captain", bobs, "club-head club-members link-title")
    says("to a member", carls, "club-head club-members")
    says("to who asks", doras)
    says("to who is banned", emils, "club-head club-members")
    says("to a player", finns, "club-head")
    Club.objects.update(entry="open", text="")
    says("to a visitor, open", client.get("/clubs/tiles/"))


def test_clubs_are_listed_and_sought(tiles: Club, anna: User, client: Client, signed_in: SignedIn) -> None:
    one(Club, pk="words", name="Only Words", name_key="only words", entry="link")
    says("the list", client.get("/clubs/"))
    says("sought by a guest", signed_in(make_guest()).get("/clubs/?name=turn"))
    says("sought in vain", signed_in(anna).get("/clubs/?name=words"))
    says("own clubs", signed_in(anna).get("/matches/by/anna/"), "clubs-title")
    Club.objects.all().delete()
    says("no club", signed_in(anna).get("/clubs/"))


def test_the_link_of_a_club(tiles: Club, client: Client, signed_in: SignedIn) -> None:
    link = "/clubs/join/tilelink/"
    says("the link to a visitor", client.get(link))
    says("the link to a player", signed_in(User.objects.create_user("finn")).get(link))
    says("the link to who is banned", signed_in(User.objects.get(username="emil")).get(link))
    says("the link that is gone", client.get("/clubs/join/other/"))


def test_the_forms_of_a_club(tiles: Club, bob: User, carl: User, signed_in: SignedIn) -> None:
    says("a new club", signed_in(carl).get("/clubs/new/"))
    says("a captain changes it", signed_in(bob).get("/clubs/tiles/edit/"))


@pytest.mark.parametrize(
    ("name", "said"), [("Ab", "3 to 40"), ("Abc", ""), ("A" * 40, ""), ("A" * 41, "at most 40"), ("Tile Turners", "")]
)
def test_a_name_has_so_many_letters(name: str, said: str, tiles: Club, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post("/clubs/tiles/edit/", {"name": name, "text": "New\u202e.", "entry": "open"})
    assert (answer.status_code, said in html_of(answer)) == (422 if said else 302, True)
    tiles.refresh_from_db()
    stored = (tiles.name, tiles.name_key, tiles.text, tiles.entry)
    assert stored == (name, name_key(name), "New.", "open") if not said else stored[3] == "request"


# By what is pressed: by whom, about whom, what is said, the roles that differ afterwards, and who is told what.
PRESSED = [
    ("bob admit dora", "dora is a member now.", "dora=member", "dora club-admitted"),
    ("bob ban carl", "carl is banned.", "carl=banned", ""),
    ("bob ban dora", "dora is banned.", "dora=banned", ""),
    ("bob unban emil", "emil can join again.", "emil=", ""),
    ("anna captain carl", "carl is captain now.", "carl=captain", "carl club-appointed"),
    ("anna member bob", "bob is a member now.", "bob=member", ""),
    ("anna founder carl", "The club is carl’s now.", "anna=captain carl=founder", "carl club-appointed"),
    ("finn join", "Done. A captain answers requests.", "finn=asked", "anna club-asked, bob club-asked"),
    ("carl join", "You are a member now.", "", ""),
    ("emil join", "You cannot join this club.", "", ""),
    ("carl leave", "You have left the club.", "carl=", ""),
    ("anna leave", "You have left the club.", "anna= bob=founder", ""),
    ("anna captain bob", "bob is captain now.", "", ""),
    ("bob renew", "The club has a new link. The old one no longer works.", "", ""),
    ("anna close", "The club is closed.", "anna= bob= carl= dora= emil=", ""),
    ("carl admit dora", "Only a captain of the club can do that.", "", ""),
    ("bob captain carl", "Only the founder of the club can do that.", "", ""),
    ("anna captain dora", "This player is not a member of the club.", "", ""),
]


@pytest.mark.parametrize(("pressed", "said", "changed", "told"), PRESSED)
def test_what_is_pressed_is_done_and_said(
    pressed: str,
    said: str,
    changed: str,
    told: str,
    tiles: Club,
    signed_in: SignedIn,
    published: list[Published],
    django_capture_on_commit_callbacks: Any,  # noqa: ANN401 - a context manager of Django
) -> None:
    User.objects.create_user("finn")
    who, act, *whom = pressed.split()
    before = {"finn": "", **roles(tiles)}
    browser = signed_in(User.objects.get(username=who))
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(f"/clubs/tiles/{act}/", {"player": "".join(whom), "confirmed": "yes"})
    after = dict.fromkeys(before, "") | roles(tiles)
    assert " ".join(f"{name}={after[name]}" for name in before if after[name] != before[name]) == changed
    rows = Notification.objects.order_by("user__username").values_list("user__username", "event")
    assert ", ".join(map(" ".join, rows)) == told
    assert answer.headers["Location"] == ("/clubs/" if act == "close" else "/clubs/tiles/")
    assert lines_of(browser.get("/clubs/"), "messages") == [said]
    assert [one.topics for one in published].count(("live.club.tiles",)) == (bool(changed) or pressed in SAME)
