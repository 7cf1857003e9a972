"""Which offers each deed and list means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.clubs.models import Club, Member
from games.lobby import lists, own, pairing, services, standing
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.matches.time.control import USUAL_LIVE
from tests.alike import found, one, reached, someone, touched

pytestmark = pytest.mark.django_db
Kind, Status = Offer.Kind, Offer.Status
OLD = timedelta(days=500)


def offer(**more: object) -> Offer:
    return one(Offer, game_slug="digifeud", **more)


def test_withdrawing() -> None:
    challenge = offer(kind=Kind.DIRECT, opponent=someone())
    columns = "opponent status"
    assert reached(challenge, lambda row: services.decline_offer(row.pk, challenge.opponent or someone())) == (
        f"kind {columns}"
    )
    assert reached(challenge, lambda row: services.withdraw_offer(row.pk, challenge.challenger)) == "challenger status"
    assert touched(challenge, lambda row: services.withdraw_all(row.challenger)) == "challenger status"
    assert touched(challenge, lambda row: services.withdraw_all(row.opponent or row.challenger)) == columns
    passing = offer(closes_at=clock.now() + OLD)
    gone = touched(passing, lambda row: services.withdraw_passing(row.challenger, but="summy"))
    assert gone == "challenger closes_at status"
    assert touched(passing, lambda row: services.resume_offers(clock.now(), clock.now() + OLD)) == "closes_at status"


def test_stale_ones() -> None:
    now = clock.now()
    closes = offer(closes_at=now)
    gone = touched(closes, lambda row: services.close_stale_offers(now), "challenger__is_active")
    assert gone == "closes_at status"
    old = offer(made_at=now - OLD)
    assert touched(old, lambda row: services.close_stale_offers(now)) == "made_at status"


def test_a_challenge_to_a_club_stays_as_long_as_its_challenger() -> None:
    now = clock.now()
    of_member = offer(kind=Kind.CLUB, club=one(Club), challenger=someone(seen_at=now))
    member = one(Member, club=of_member.club, player=of_member.challenger)

    def stays(row: Member) -> bool:
        return services.close_stale_offers(now) == 0

    assert found(member, stays) == "club player role"


def test_what_waits() -> None:
    waiting = offer(kind=Kind.DIRECT, opponent=someone())
    listed = touched(
        waiting, lambda row: own.own_offers([row.challenger_id])[row.challenger_id], "challenger__is_active"
    )
    assert listed == "challenger challenger__is_active game_slug status"
    listed = touched(waiting, lambda row: own.own_offers([row.opponent_id or 0])[row.opponent_id or 0])
    assert listed == "game_slug opponent status"
    opened = offer()
    assert touched(opened, lambda row: lists.open_offers(None, set())) == "game_slug kind status"
    assert touched(opened, lambda row: lists.offers_of(row.challenger, None)) == "challenger game_slug kind status"


def test_offers_to_clubs() -> None:
    club = one(Club)
    to_club = offer(kind=Kind.CLUB, club=club)
    reader = one(Member, club=club)
    assert found(reader, lambda row: own.own_offers([row.player_id])[row.player_id]) == "club player role"
    listed = found(to_club, lambda row: own.own_offers([reader.player_id])[reader.player_id])
    assert listed == "club game_slug status"


def test_what_came_of_an_offer() -> None:
    taken = offer(status=Status.ACCEPTED, match=one(Match, game_slug="digifeud"))
    accepted = reached(taken, lambda row: lists.accepted_match(taken.challenger, [row.pk]) is not None)
    assert accepted == "challenger match status"


def test_standing_challenges() -> None:
    pair = sorted((someone(), someone()), key=lambda player: player.pk)
    stands = one(Standing, first=pair[0], second=pair[1], game_slug="digifeud")
    assert touched(stands, lambda row: standing.standing_of(row.first), "second__is_active") == (
        "ended_at second__is_active"
    )
    assert touched(stands, lambda row: standing.standing_of(row.second)) == "ended_at second"
    assert touched(stands, lambda row: standing.standing_of(*pair)) == "ended_at second"
    assert touched(stands, lambda row: standing.stop_between(*pair)) == "ended_at second"
    assert touched(stands, lambda row: standing.stop_all(row.first)) == "ended_at"
    assert touched(stands, lambda row: standing.stop_all(row.second)) == "ended_at second"
    assert reached(stands, lambda row: standing.stop(row.pk, stands.second) and None) == "ended_at second"


def test_live_matches() -> None:
    now = clock.now()
    match = one(Match, game_slug="digifeud", time_control=USUAL_LIVE, started_at=now, moved_at=now)
    deep = "first__is_computer second__is_computer"
    assert touched(match, lambda row: lists.live_with_a_person(row.first), deep) == (
        "finished_at first first__is_computer game_slug sealed_until second__is_computer time_kind"
    )
    assert pairing._under_way(match.first) == match


def test_matches_to_watch() -> None:
    now = clock.now()
    match = one(Match, game_slug="digifeud", ply=5, started_at=now - OLD, moved_at=now)
    deep = "first__is_computer second__is_computer"
    watched = touched(match, lambda row: lists._played_on(now), deep)
    assert watched == "finished_at game_slug moved_at sealed_until started_at"
    assert touched(match, lambda row: own.unfinished()) == "finished_at"
