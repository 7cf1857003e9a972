"""What programs, files and notifications say of a club, whole, and who is told of a line of its chat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import Block, User
from accounts.names import name_key
from core import clock
from games.clubs import chat, exports, services
from games.clubs.errors import NoGuestMembers
from games.clubs.models import Club, Line, Member
from games.clubs.notices import Admitted, Appointed, Asked, Captain, Chatted, OfClub
from games.notifications.hooks import words_of
from games.notifications.models import Notification
from games.social.models import ChatSettings, Mute, Report
from tests.alike import borders, one, someone
from tests.api.conftest import Caller, calling, data_of  # noqa: F401 - a fixture
from tests.events.cups import NOW
from tests.ratings.conftest import settle

SignedIn = Callable[[User], Client]
Role = Member.Role


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def tiles(anna: User, bob: User, carl: User) -> Club:
    """Return a club of anna that its members alone see; carl is captain, bob joined before, dora asks to join."""
    club = one(
        Club,
        pk="tiles",
        name="Tile Turners",
        name_key=name_key("Tile Turners"),
        text="We turn.",
        entry="link",
        made_at=NOW,
    )
    people = {anna: Role.FOUNDER, bob: Role.MEMBER, carl: Role.CAPTAIN, User.objects.create_user("dora"): Role.ASKED}
    for day, (player, role) in enumerate(people.items()):
        one(Member, club=club, player=player, role=role, joined_at=NOW - timedelta(day))
    return club


def test_programs_read_all_of_it(
    tiles: Club,
    bob: User,
    anna: User,
    calling: Callable[..., Caller],  # noqa: F811
) -> None:
    program = calling(bob)
    facts = {
        "club": "tiles",
        "name": "Tile Turners",
        "text": "We turn.",
        "entry": "link",
        "made": "2026-11-21T12:00:00Z",
    }
    assert data_of(program.get("/clubs?name=turn")) == [facts]
    assert data_of(program.get("/clubs/tiles")) == facts
    people = [
        (row["player"]["name"], row["role"], row["joined"]) for row in data_of(program.get("/clubs/tiles/members"))
    ]
    assert people == [
        ("anna", "founder", "2026-11-21T12:00:00Z"),
        ("carl", "captain", "2026-11-19T12:00:00Z"),
        ("bob", "member", "2026-11-20T12:00:00Z"),
    ]
    settle(bob, 1600, slug="summy")
    settle(anna, 1700, slug="summy")
    (ladder,) = data_of(program.get("/clubs/tiles/ladders/summy"))
    rungs = [
        (one["place"], one["player"]["name"], one["rating"], one["deviation"], one["settled"])
        for one in ladder["rungs"]
    ]
    assert (ladder["pace"], rungs) == ("days", [(1, "anna", 1700, 60, True), (2, "bob", 1600, 60, True)])
    assert program.get("/clubs/tiles/ladders/chess").status_code == 404
    assert data_of(program.post("/clubs/tiles/leave", {})) == facts
    assert services.role_of(tiles, bob) == ""
    assert program.post("/clubs/tiles/join", {}).status_code == 404
    Club.objects.update(entry="open")
    assert data_of(program.post("/clubs/tiles/join", {})) == facts | {"entry": "open"}
    assert services.role_of(tiles, bob) == "member"


def test_a_file_has_what_a_player_is_to_a_club_and_wrote_there(tiles: Club, bob: User, carl: User) -> None:
    earlier = one(Club, pk="words", name="Only Words")
    one(Member, club=earlier, player=bob, role=Role.MEMBER, joined_at=NOW - timedelta(9))
    line, phrase = chat.say(tiles, bob, text="Hi"), chat.say(tiles, bob, phrase="luck")
    chat.remove(tiles, bob, line.pk)
    assert exports.clubs_of(bob) == [
        {"club": "words", "name": "Only Words", "role": "member", "since": NOW - timedelta(9)},
        {"club": "tiles", "name": "Tile Turners", "role": "member", "since": NOW - timedelta(1)},
    ]
    rows = (("dora", "asked", 3), ("carl", "captain", 2), ("bob", "member", 1), ("anna", "founder", 0))
    members = [{"name": name, "role": role, "since": NOW - timedelta(day)} for name, role, day in rows]
    captain = {"club": "tiles", "name": "Tile Turners", "role": "captain", "since": NOW - timedelta(2)}
    led = {"text": "We turn.", "entry": "link", "made_at": NOW, "members": members}
    assert exports.clubs_of(carl) == [captain | led]
    assert exports.lines_of(bob) == [
        {"club": "tiles", "text": "", "phrase": "", "made_at": NOW, "erased_at": NOW},
        {"club": "tiles", "text": "", "phrase": phrase.phrase, "made_at": NOW, "erased_at": None},
    ]


TOLD: list[tuple[type[OfClub], str, str, str]] = [
    (Asked, "tiles.1", "anna asks to join your club", "Accept or refuse on the page of the club."),
    (Admitted, "tiles", "You are a member of the club now", "See who else is there."),
    (Chatted, "tiles.1", "anna writes in Tile Turners", "Read it on the page of the club."),
    (Appointed, "tiles.captain", "You are captain of Tile Turners now", "anna has decided so."),
    (Appointed, "tiles.founder", "Tile Turners is yours now", "anna has decided so."),
    (
        Captain,
        "tiles",
        "You are captain of your club now",
        "The club had no captain, and you have been a member the longest.",
    ),
]


@pytest.mark.parametrize(("kind", "key", "title", "body"), TOLD)
def test_a_notification_says_what_and_where(
    kind: type[OfClub], key: str, title: str, body: str, tiles: Club, anna: User, bob: User
) -> None:
    other = anna if kind.is_from_player else None
    words = words_of(one(Notification, user=bob, event=kind.key, key=key, other=other), clock.now())
    assert (words.title, words.body, words.path) == (title, body, "/clubs/tiles/")


def test_a_line_is_told_to_members_who_read_its_author(tiles: Club, anna: User, bob: User, carl: User) -> None:
    """Bob and carl alone: others are no members, have gone, or are deaf to anna."""
    silent, mutes, blocks, blocked, closed, unread, banned, seen = (someone() for _number in range(8))
    for player in (silent, mutes, blocks, blocked, closed, unread, seen):
        one(Member, club=tiles, player=player, role=Role.MEMBER)
    one(Member, club=tiles, player=banned, role=Role.BANNED)
    one(ChatSettings, user=silent, talks=False)
    one(ChatSettings, user=bob, talks=True)
    one(Mute, by=mutes, of=anna)
    one(Mute, by=anna, of=bob)
    one(Block, by=blocks, of=anna)
    one(Block, by=anna, of=blocked)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    told = Notification.objects.filter(event=Chatted.key)
    one(Notification, user=unread, event=Chatted.key, key="tiles.0")
    one(Notification, user=carl, event=Chatted.key, key="words.0")
    one(Notification, user=seen, event=Chatted.key, key="tiles.0", seen_at=NOW)
    line = chat.say(tiles, anna, text="Who plays?")
    rows = told.filter(key=f"tiles.{line.pk}").values_list("user", "other", "made_at")
    assert {*rows} == {(one.pk, anna.pk, NOW) for one in (bob, carl, seen)}


def test_offices_are_kept_by_who_was_here(tiles: Club, anna: User, bob: User) -> None:
    User.objects.update(seen_at=NOW - timedelta(days=100))
    newest = one(Member, club=tiles, role=Role.MEMBER, joined_at=NOW, player=someone(seen_at=NOW))

    def has_role(player: User, role: str) -> bool:
        services.keep_offices()
        return services.role_of(tiles, player) == role

    away, recent = NOW - services.AWAY, NOW - services.RECENT
    borders(anna, lambda row: has_role(newest.player, Role.MEMBER), "seen_at", away, "at after")
    borders(bob, lambda row: has_role(bob, Role.CAPTAIN), "seen_at", recent, "at after")


def test_staff_erase_a_phrase_too(tiles: Club, bob: User) -> None:
    line = chat.say(tiles, bob, phrase="luck")
    chat.erase_line(str(line.pk))
    assert [*Line.objects.values_list("text", "phrase", "erased_at")] == [("", "", NOW)]


def test_staff_read_the_lines_around_the_reported_one(tiles: Club, anna: User) -> None:
    lines = [one(Line, club=tiles, author=anna, text=f"{number}", phrase="") for number in range(50)]
    one(Line, club=one(Club), text="elsewhere", phrase="")
    report = one(Report, about=anna, subject=f"club-line:{lines[30].pk}")
    facts = chat.reported(report)
    assert facts
    assert [(line.text, line.mine) for line in facts["club_lines"]] == [(f"{n}", n == 30) for n in range(16, 46)]
    report.subject = "club:tiles"
    facts = chat.reported(report)
    assert facts
    assert [(line.text, line.mine) for line in facts["club_lines"]] == [(f"{n}", False) for n in range(20, 50)]
    report.subject = "match:tiles"
    assert chat.reported(report) is None


def test_a_member_counts_from_the_day_of_joining(tiles: Club, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_CLUBS", 1)
    asks, admitted, banned = (someone() for _number in range(3))
    for player in (asks, admitted):
        one(Member, club=tiles, player=player, role=Role.ASKED, joined_at=NOW - timedelta(9))
    one(Member, club=one(Club), player=banned, role=Role.BANNED)
    services.join(tiles, asks, by_link=True)  # the request is in the place of a club already
    services.admit(tiles, anna, admitted)
    services.join(tiles, banned, by_link=True)  # a ban is in the place of none
    with pytest.raises(NoGuestMembers):
        services.join(tiles, someone(is_computer=True), by_link=True)
    rows = tiles.members.filter(player__in=[asks, admitted, banned]).values_list("role", "joined_at")
    assert [*rows] == [("member", NOW)] * 3
