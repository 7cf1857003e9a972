"""Which rows each action and list of a club means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.clubs import chat, services
from games.clubs.lists import Rung, ladders_of, matches_among
from games.clubs.models import Club, Line, Member
from games.clubs.notices import Appointed, Chatted, see_chat
from games.matches.models import Match
from games.notifications.models import Notification
from games.ratings.models import Rating, RatingPool
from tests.alike import finds, one, reaches, someone, touches

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
    touches(asked, lambda row: services.admit(club, founder, row.player), "club player role")
    banned = one(Member, club=club, role=Role.BANNED)
    touches(banned, lambda row: services.unban(club, founder, row.player), "club player role")
    member = one(Member, club=club)
    touches(member, lambda row: services.ban(club, founder, row.player), "club player role")
    touches(one(Member, club=club), lambda row: services.leave(club, row.player), "club player role")
    appointed = one(Member, club=club)
    touches(appointed, lambda row: services.appoint(club, founder, row.player, Role.CAPTAIN), "club player role")


def test_who_is_what() -> None:
    member = one(Member)
    finds(member, lambda row: services.are_members(row.club_id, row.player), "club player role")
    finds(one(Member), lambda row: services.role_of(row.club, row.player), "club player")
    touches(one(Member), lambda row: services.members_of(row.club), "club role")
    finds(one(Member), lambda row: services.clubs_of(row.player), "club__closed_at player role")
    hidden = one(Member, club=one(Club, entry=Club.Entry.LINK))
    finds(hidden, lambda row: services.visible_to(row.player).filter(pk=row.club_id), "club player role")
    touches(one(Club), lambda row: services.visible_to(someone()), "closed_at entry")


def test_closing_and_the_link(club: Club) -> None:
    line, member = one(Line, club=club), led(club)
    touches(line, lambda row: services._close(row.club, clock.now()), "club")
    touches(member, lambda row: services._close(row.club, clock.now()), "club")
    reaches(one(Club), lambda row: services._close(row, clock.now()), "")
    reaches(one(Club), lambda row: services.renew_link(row, led(row).player), "")
    reaches(one(Club), lambda row: services.club_by_link(row.link_key), "closed_at")


def test_lines() -> None:
    player, old = someone(), clock.now() - timedelta(days=500)
    line = one(Line, author=player, text="Hi")
    reaches(line, lambda row: chat.remove(line.club, player, row.pk), "author club erased_at")
    reaches(line, lambda row: chat.erase_line(str(row.pk)), "")
    touches(line, lambda row: chat.forget_author(row.author), "author")
    touches(one(Line, made_at=old), lambda row: chat.forget_lines(), "made_at")
    touches(one(Line, erased_at=old), lambda row: chat.forget_lines(), "erased_at")


def test_what_a_member_is_told() -> None:
    line, chatted = one(Line), Chatted()
    member = one(Member, club=line.club)
    told = one(Notification, user=member.player, event=Chatted.key, key=f"{line.club_id}.{line.pk}")
    touches(told, lambda row: see_chat(row.user, line.club_id), "event key seen_at user")
    finds(member, lambda row: chatted.is_current(told), "club player role")

    def is_there(row: Line) -> bool:
        told.key = f"{line.club_id}.{row.pk}"
        return chatted.is_current(told)

    reaches(line, is_there, "erased_at")


def test_what_a_captain_is_told() -> None:
    captain = one(Member, role=Role.CAPTAIN)
    told = one(Notification, user=captain.player, event=Appointed.key, key=f"{captain.club_id}.captain")
    finds(captain, lambda row: Appointed().is_current(told), "club player role")


def test_the_ladder_of_a_game() -> None:
    member = one(Member)
    rating = one(Rating, player=member.player, pool=one(RatingPool, game_slug="digifeud"))

    def rungs(row: Rating) -> list[Rung]:
        return [rung for ladder in ladders_of(member.club, "digifeud") for rung in ladder.rungs]

    finds(rating, rungs, "player player__is_active pool__game_slug pool__kind")
    finds(member, lambda row: rungs(rating), "club player role")


def test_the_tiles_of_a_name() -> None:
    assert [letter for letter, *_corner in Club(name="abcde").tiles] == ["A", "B", "C", "D"]
    assert [letter for letter, *_corner in Club(name="tile turners").tiles] == ["T", "T"]


def test_matches_among_members() -> None:
    first = one(Member)
    other = one(Member, club=first.club)
    match = one(Match, game_slug="digifeud", first=first.player, second=other.player, finished_at=clock.now())
    finds(match, lambda row: matches_among(first.club), "finished_at first game_slug sealed_until second voided_at")
    finds(first, lambda row: matches_among(first.club), "club player role")
