"""Which matches and hints each action of computers means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

import pytest

from core import clock
from games.computers import services
from games.computers.models import Computer, Guide, Hint
from games.matches.models import Match
from games.ratings.models import Rating, RatingPool
from games.rules import Seat
from tests.alike import finds, one, touches

pytestmark = pytest.mark.django_db


def test_finished_matches() -> None:
    match = one(Match, game_slug="digifeud", ending=Match.Ending.PLAYED)
    touches(match, lambda row: services.finished_matches(row.first), "ending first")
    touches(match, lambda row: services.finished_matches(row.second), "ending second")


def test_the_level_after_the_last_match() -> None:
    computer = services.computer_for("digifeud", 2)
    match = one(Match, game_slug="digifeud", second=computer, ending=Match.Ending.PLAYED, finished_at=clock.now())
    levels = [1, 2, 3]
    last = "ending first game_slug second sealed_until"
    finds(match, lambda row: services._by_last_result(row.first, "digifeud", levels) is not None, last)
    origin = one(Match)
    goes_on = {"origin": origin, "origin_ply": 1, "origin_seat": Seat.FIRST}
    Match.objects.filter(pk=match.pk).update(**goes_on)
    assert services._by_last_result(match.first, "digifeud", levels) is None


def test_the_level_by_rating() -> None:
    pool = one(RatingPool, game_slug="digifeud")
    own = one(Rating, pool=pool)
    one(Rating, pool=pool, player=services.computer_for("digifeud", 2))
    elsewhere = one(RatingPool, game_slug="summy")
    one(Rating, pool=elsewhere, rating=own.rating, player=services.computer_for("digifeud", 1))
    mirror = one(RatingPool, game_slug="digifeud", kind=RatingPool.Kind.MIRROR)
    one(Rating, pool=mirror, player=services.computer_for("digifeud", 3))
    finds(own, lambda row: services._by_rating(row.player, "digifeud", [1, 2]) == 1, "player pool")
    Rating.objects.filter(pk=own.pk).update(pool=mirror)
    assert services._by_rating(own.player, "digifeud", [1, 2, 3]) is None


def test_hints_and_guides() -> None:
    hint = one(Hint, match=one(Match), ply=0, text="")
    match = hint.match
    touches(hint, lambda row: services.end_hint(match), "match")
    finds(hint, lambda row: services.hint_of(match), "match ply")
    touches(hint, lambda row: services.keep_hint(match, "pass"), "match ply text")
    guide = one(Guide, match=match)
    touches(guide, lambda row: services.hide_guide(match.pk, match.first) and None, "match")
    assert Computer.objects.filter(user__is_computer=False).count() == 0
