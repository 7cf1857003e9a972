"""Which rows each deed and list of a club means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.clubs import chat, services
from games.clubs.lists import matches_among
from games.clubs.models import Club, Line, Member
from games.clubs.notices import Appointed, Chatted, see_chat
from games.matches.models import Match
from games.notifications.models import Notification
from tests.alike import found, one, reached, someone, touched

pytestmark = pytest.mark.django_db
Role = Member.Role


def led(club: Club, role: str = Role.FOUNDER) -> Member:
    return one(Member, club=club, role=role)


@pytest.fixture
def club() -> Club:
    return one(Club, entry=Club.Entry.OPEN)


def test_members(club: Club) -> None:
    founder = led(club).player
    asked = one(Member, club=club, role=Role.ASKED)
    assert touched(asked, lambda row: services.admit(club, founder, row.player)) == "club player role"
    banned = one(Member, club=club, role=Role.BANNED)
    assert touched(banned, lambda row: services.unban(club, founder, row.player)) == "club player role"
    member = one(Member, club=club)
    assert touched(member, lambda row: services.ban(club, founder, row.player)) == "club player role"
    assert touched(one(Member, club=club), lambda row: services.leave(club, row.player)) == "club player role"
    appointed = one(Member, club=club)
    assert (
        touched(appointed, lambda row: services.appoint(club, founder, row.player, Role.CAPTAIN)) == "club player role"
    )


def test_who_is_what() -> None:
    member = one(Member)
    assert found(member, lambda row: services.are_members(row.club_id, row.player)) == "club player role"
    assert found(one(Member), lambda row: services.role_of(row.club, row.player)) == "club player"
    assert touched(one(Member), lambda row: services.members_of(row.club)) == "club role"
    mine = found(one(Member), lambda row: services.clubs_of(row.player), "club__closed_at")
    assert mine == "club__closed_at player role"
    hidden = one(Member, club=one(Club, entry=Club.Entry.LINK))
    assert found(hidden, lambda row: services.visible_to(row.player).filter(pk=row.club_id)) == "club player role"
    assert touched(one(Club), lambda row: services.visible_to(someone())) == "closed_at entry"


def test_closing_and_the_link(club: Club) -> None:
    line, member = one(Line, club=club), led(club)
    assert touched(line, lambda row: services._close(row.club, clock.now())) == "club"
    assert touched(member, lambda row: services._close(row.club, clock.now())) == "club"
    assert reached(one(Club), lambda row: services._close(row, clock.now())) == ""
    assert reached(one(Club), lambda row: services.renew_link(row, led(row).player)) == ""
    assert reached(one(Club), lambda row: services.club_by_link(row.link_key)) == "closed_at"


def test_lines() -> None:
    player, old = someone(), clock.now() - timedelta(days=500)
    line = one(Line, author=player, text="Hi")
    assert reached(line, lambda row: chat.remove(line.club, player, row.pk)) == "author club erased_at"
    assert reached(line, lambda row: chat.erase_line(str(row.pk))) == ""
    assert touched(line, lambda row: chat.forget_author(row.author)) == "author"
    assert touched(one(Line, made_at=old), lambda row: chat.forget_lines()) == "made_at"
    assert touched(one(Line, erased_at=old), lambda row: chat.forget_lines()) == "erased_at"


def test_what_a_member_is_told() -> None:
    line, chatted = one(Line), Chatted()
    member = one(Member, club=line.club)
    told = one(Notification, user=member.player, event=Chatted.key, key=f"{line.club_id}.{line.pk}")
    assert touched(told, lambda row: see_chat(row.user, line.club_id)) == "event key seen_at user"
    assert found(member, lambda row: chatted.is_current(told)) == "club player role"

    def is_there(row: Line) -> bool:
        told.key = f"{line.club_id}.{row.pk}"
        return chatted.is_current(told)

    assert reached(line, is_there) == "erased_at"


def test_what_a_captain_is_told() -> None:
    captain = one(Member, role=Role.CAPTAIN)
    told = one(Notification, user=captain.player, event=Appointed.key, key=f"{captain.club_id}.captain")
    assert found(captain, lambda row: Appointed().is_current(told)) == "club player role"


def test_matches_among_members() -> None:
    first = one(Member)
    other = one(Member, club=first.club)
    match = one(Match, game_slug="digifeud", first=first.player, second=other.player, finished_at=clock.now())
    among = found(match, lambda row: matches_among(first.club))
    assert among == "finished_at first game_slug sealed_until second voided_at"
