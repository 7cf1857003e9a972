"""Which offers each action and list means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import Block
from core import clock
from games.clubs.models import Club, Member
from games.lobby import lists, own, pairing, programs, services, standing
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.matches.time.control import USUAL_LIVE
from tests.alike import finds, one, reaches, someone, touches

pytestmark = pytest.mark.django_db
Kind, Status = Offer.Kind, Offer.Status
OLD = timedelta(days=500)


def offer(**more: object) -> Offer:
    return one(Offer, game_slug="digifeud", **more)


def test_withdrawing() -> None:
    challenge = offer(kind=Kind.DIRECT, opponent=someone())
    columns = "opponent status"
    reaches(challenge, lambda row: services.decline_offer(row.pk, challenge.opponent or someone()), f"kind {columns}")
    reaches(challenge, lambda row: services.withdraw_offer(row.pk, challenge.challenger), "challenger status")
    touches(challenge, lambda row: services.withdraw_all(row.challenger), "challenger status")
    touches(challenge, lambda row: services.withdraw_all(row.opponent or row.challenger), columns)
    passing = offer(closes_at=clock.now() + OLD)
    services.withdraw_passing(passing.challenger, but="digifeud")
    assert Offer.objects.get(pk=passing.pk).status == Status.OPEN
    touches(passing, lambda row: services.withdraw_passing(row.challenger, but="summy"), "challenger closes_at status")
    touches(passing, lambda row: services.resume_offers(clock.now(), clock.now() + OLD), "closes_at status")


def test_stale_ones() -> None:
    now = clock.now()
    closes = offer(closes_at=now)
    touches(closes, lambda row: services.close_stale_offers(now), "closes_at status")
    old = offer(made_at=now - OLD)
    touches(old, lambda row: services.close_stale_offers(now), "made_at status")


def test_a_challenge_to_a_club_stays_as_long_as_its_challenger() -> None:
    now = clock.now()
    of_member = offer(kind=Kind.CLUB, club=one(Club), challenger=someone(seen_at=now))
    member = one(Member, club=of_member.club, player=of_member.challenger)

    def stays(row: Member) -> bool:
        return services.close_stale_offers(now) == 0

    finds(member, stays, "club player role")


def test_what_waits() -> None:
    waiting = offer(kind=Kind.DIRECT, opponent=someone())
    touches(
        waiting,
        lambda row: own.own_offers([row.challenger_id])[row.challenger_id],
        "challenger challenger__is_active game_slug status",
    )
    touches(
        waiting, lambda row: own.own_offers([row.opponent_id or 0])[row.opponent_id or 0], "game_slug opponent status"
    )
    opened = offer()
    touches(opened, lambda row: own.open_offers(None, set()), "game_slug kind status")
    touches(opened, lambda row: lists.offers_of(row.challenger, None), "challenger game_slug kind status")


def test_offers_to_clubs() -> None:
    club = one(Club)
    to_club = offer(kind=Kind.CLUB, club=club)
    reader = one(Member, club=club)
    finds(reader, lambda row: own.own_offers([row.player_id])[row.player_id], "club player role")
    finds(to_club, lambda row: own.own_offers([reader.player_id])[reader.player_id], "club game_slug status")


def test_what_came_of_an_offer() -> None:
    taken = offer(status=Status.ACCEPTED, match=one(Match, game_slug="digifeud"))
    reaches(taken, lambda row: lists.accepted_match(taken.challenger, [row.pk]) is not None, "challenger match status")


def test_standing_challenges() -> None:
    pair = sorted((someone(), someone()), key=lambda player: player.pk)
    stands = one(Standing, first=pair[0], second=pair[1], game_slug="digifeud")
    touches(stands, lambda row: standing.standing_of(row.first), "ended_at second__is_active")
    touches(stands, lambda row: standing.standing_of(row.second), "ended_at second")
    touches(stands, lambda row: standing.standing_of(*pair), "ended_at second")
    touches(stands, lambda row: standing.stop_between(*pair), "ended_at second")
    touches(stands, lambda row: standing.stop_all(row.first), "ended_at")
    touches(stands, lambda row: standing.stop_all(row.second), "ended_at second")
    reaches(stands, lambda row: standing.stop(row.pk, stands.second) and None, "ended_at second")


def test_live_matches() -> None:
    now = clock.now()
    match = one(Match, game_slug="digifeud", time_control=USUAL_LIVE, started_at=now, moved_at=now)
    touches(
        match,
        lambda row: lists.live_with_a_person(row.first),
        "finished_at first first__is_computer game_slug sealed_until second__is_computer time_kind",
    )
    assert pairing._under_way(match.first) == match


def test_matches_to_watch() -> None:
    now = clock.now()
    match = one(Match, game_slug="digifeud", ply=5, started_at=now - OLD, moved_at=now)
    touches(match, lambda row: lists._played_on(now), "finished_at game_slug moved_at sealed_until started_at")
    touches(match, lambda row: own.unfinished(), "finished_at")


def test_whose_lobby_is_that_of_all() -> None:
    assert own.NOTHING.is_bare
    match = MatchEntry(one(Match), someone())
    for part in ({"offers": [offer()]}, {"mine": [match]}, {"hidden": frozenset({1})}, {"followed": frozenset({1})}):
        assert not replace(own.NOTHING, **part).is_bare


def test_what_programs_are_told() -> None:
    anna, now = someone(), clock.now()
    got, sent = offer(kind=Kind.DIRECT, opponent=anna, made_at=now), offer(challenger=anna, made_at=now - OLD)
    over = offer(challenger=anna, status=Status.WITHDRAWN, closed_at=now, made_at=now + OLD)
    offer(kind=Kind.DIRECT, opponent=someone())

    def told(**asked: object) -> list[tuple[object, ...]]:
        rows = programs.things_of(anna, **{"keys": None, "since": None} | asked)  # type: ignore[arg-type]
        return [(one.key, *one.marks, one.over) for one in rows]

    waiting = [(sent.pk, "challenge.sent", False), (got.pk, "challenge.received", False)]
    assert told() == told(since=now + OLD) == waiting
    assert told(since=now) == [*waiting, (over.pk, "challenge.withdrawn", True)]
    assert told(keys=[over.pk, got.pk]) == [waiting[1], (over.pk, "challenge.withdrawn", True)]
    one(Block, by=got.challenger, of=anna)
    assert told() == waiting[:1]


@pytest.mark.parametrize("facts", [{}, {"voided_at": clock.now()}, {"ending": "time"}, {"ending": "aborted"}])
def test_which_matches_are_followed_by_another(facts: dict[str, object]) -> None:
    over = {"ending": "resigned", "finished_at": clock.now(), "ply": 9, "winner": 1, "time_kind": "correspondence"}
    over |= {"base": timedelta(days=3), "option_data": {}, "game_slug": "digifeud"}
    match = one(Match, **over | facts)
    row = one(Standing, first=match.first, second=match.second, game_slug="digifeud", match=match)
    standing.go_on([match])
    row.refresh_from_db()
    assert (row.ended_at is None, Match.objects.count()) == ((True, 2) if not facts else (False, 1))
