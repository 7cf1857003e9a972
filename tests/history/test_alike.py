"""Which matches each list of the history and of ratings means: those beside stay out."""

from __future__ import annotations

from copy import copy

import pytest

from accounts.models import User
from core import clock
from games.history import listing, services, statistics
from games.history.models import Participation, Record
from games.jobs.models import Job
from games.matches.models import Match
from games.ratings import rankings
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.rules import Seat
from tests.alike import LONG, finds, one, someone, touches

pytestmark = pytest.mark.django_db


def test_lists() -> None:
    part = one(Participation, game_slug="digifeud", outcome=Participation.Outcome.WON)
    part.match.first = part.player
    part.match.save()
    Participation.objects.filter(pk=part.pk).update(opponent=part.match.second)
    part.refresh_from_db()
    touches(part, lambda row: listing.participations_of(row.player), "game_slug player")
    opponent = part.opponent
    finds(part, lambda row: [one.won for one in statistics.totals(row.player, opponent) if one.won], "opponent outcome")


def test_an_export_has_the_matches_in_their_order() -> None:
    player, now = someone(), clock.now()
    moments = [now, now - LONG, now + LONG]
    matches = [one(Participation, player=player, match=one(Match), at=at).match_id for at in moments]
    one(Participation, match=one(Match))
    exported = services.participations_of(player)
    assert [row["match_id"] for row in exported] == [matches[place] for place in (1, 0, 2)]


def test_rating_changes() -> None:
    change = one(RatingChange, match=one(Match))
    finds(change, lambda row: listing.gains(row.rating.player, [row.match_id]), "match rating")


def test_void_matches() -> None:
    match = one(Match, game_slug="digifeud")
    record = one(Record, match=match)
    touches(record, lambda row: services.withdraw(match), "match")
    Participation.objects.all().delete()
    for outcome in Participation.Outcome:
        one(Participation, player=record.player, game_slug="digifeud", outcome=outcome)
    scanned = Participation.objects.exclude(outcome=Participation.Outcome.RUNNING).values("match")
    services.withdraw(match)
    jobs = Job.objects.filter(kind=services.SCAN, key__in=Participation.objects.values("match"))
    assert jobs.filter(key__in=scanned).count() == jobs.count() == len(Participation.Outcome) - 1


def test_matches_that_begin() -> None:
    usual, sealed = one(Match), one(Match, sealed_until=clock.now() + LONG)
    of_pupils = [one(Match, **{seat: someone(is_guest=True, pupil_name="Emma")}) for seat in ("first", "second")]
    services.note_starts([sealed, usual, *of_pupils])
    rows = Participation.objects.order_by("pk").values_list("match", "player", "opponent")
    players = usual.first_id, usual.second_id
    assert {*rows} == {(usual.pk, *players), (usual.pk, *players[::-1])}


def test_matches_without_records() -> None:
    facts: dict[str, object] = {"finished_at": clock.now(), "winner": Seat.FIRST, "first_points": 9}
    usual = one(Match, game_slug="digifeud", **facts)
    assert services._records(usual, Seat.FIRST, [])
    columns = "finished_at origin_id twin_id voided_at"
    others = {"finished_at": None, "origin_id": usual.pk, "twin_id": usual.pk, "voided_at": clock.now()}
    for column in columns.split():
        match = copy(usual)
        setattr(match, column, others[column])
        assert services._records(match, Seat.FIRST, []) == [], column
    usual.option_data = {"handicap": [1, 0]}
    assert services._records(usual, Seat.FIRST, []) == []


def pool_of(**more: object) -> RatingPool:
    return one(RatingPool, game_slug="digifeud", **more)


def test_rankings() -> None:
    now, pool = clock.now(), pool_of()
    rating = one(Rating, pool=pool, settled_until=now + LONG, rating=1500.0)
    people = "player__is_active player__is_bot player__is_computer"
    touches(rating, lambda row: rankings.ranked(pool, now), f"{people} pool settled_until")
    touches(rating, lambda row: rankings._settled(now, pool.kind), f"{people} settled_until")
    finds(rating, lambda row: rankings.place_of(row.player, pool, now), "player pool")
    computer = one(Rating, pool=pool, player=someone(is_computer=True))
    finds(computer, lambda row: rankings.computers_on(pool, now), "player__is_active player__is_computer pool")
    computer.delete()
    named = rating.player.username
    finds(rating, lambda row: rankings.matching_on(pool, named, now), f"{people} player pool")


def test_totals() -> None:
    score = one(Score, game_slug="digifeud", total=9)
    finds(score, lambda row: rankings.strengths_of(["digifeud"], [row.player_id]), "game_slug player player__is_active")
    key = ("digifeud", score.player_id)

    def number(player: User) -> int:
        return rankings.strengths_of(["digifeud"], [player.pk])[key].players

    other = one(Score, game_slug="digifeud", total=9)
    finds(other, lambda row: number(score.player) == 2, "game_slug player__is_bot player__is_computer")
