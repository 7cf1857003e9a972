"""Which comparisons and figures each action means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.computers.models import Computer
from games.fairplay import services
from games.fairplay.agreement import LEVELS, z_score
from games.fairplay.models import Comparison, Suspicion
from games.matches.models import Match
from games.ratings.models import Rating, RatingChange
from tests.alike import one, reaches, touches

pytestmark = pytest.mark.django_db


def test_a_void_match() -> None:
    comparison = one(Comparison, game_slug="digifeud", match=one(Match))
    touches(comparison, lambda row: services.forget(row.match), "match")
    touches(comparison, lambda row: services.delete_figures(row.player), "player")
    figures = one(Suspicion, game_slug="digifeud", player=comparison.player)
    touches(figures, lambda row: services.forget(comparison.match), "game_slug player")
    touches(figures, lambda row: services.delete_figures(row.player), "player")


def test_who_is_compared() -> None:
    match = one(Match)
    player = match.first
    for column in ("is_active", "is_computer", "is_bot"):
        assert services._still_counts(match, player)
        type(player).objects.filter(pk=player.pk).update(**{column: not getattr(player, column)})
        assert not services._still_counts(match, player), column
        type(player).objects.filter(pk=player.pk).update(**{column: getattr(player, column)})
    reaches(match, lambda row: services._still_counts(row, player), "voided_at")


def test_figures_are_those_of_the_latest_matches_of_one_game_by_one_player() -> None:
    """Those beside, of another player or game, and those of older matches count for nothing, and stay as they are."""
    now, player = clock.now(), one(Match).first

    def compared(number: int, agreed: int, **more: object) -> Comparison:
        facts = {"turns": 20 + number, "agreed": agreed, "expected": 0.25, "loss": 0.5, "rating": 1500.0}
        named = {"game_slug": "digifeud", "player": player, "finished_at": now - timedelta(days=number)}
        return one(Comparison, match=one(Match), **facts | named | more)

    latest = [compared(number, 15) for number in range(services.LATEST)]
    compared(11, 3)
    beside = [compared(-1, 2, game_slug="sudoku"), compared(-2, 2, player=one(Match).first)]
    others = [one(Suspicion, player=row.player, game_slug=row.game_slug, highest=99.0) for row in beside]
    for highest in (0.0, 50.0):
        Suspicion.objects.filter(player=player, game_slug="digifeud").update(highest=highest)
        services._update_suspicion(player, "digifeud")
        mine = Suspicion.objects.get(player=player, game_slug="digifeud")
        assert (mine.matches, mine.turns, mine.agreed, mine.expected) == (10, 245, 150, 245 / 4)
        score = z_score(row.agreement for row in latest)
        assert (mine.score, mine.highest, mine.is_suspicious) == (score, max(score, highest), True)
        assert list(Suspicion.objects.exclude(pk=mine.pk).order_by("pk")) == others
        assert [*Suspicion.objects.order_by("pk").values_list("highest", flat=True)][:2] == [99.0, 99.0]


def test_what_is_expected_is_by_computers_of_the_same_pool() -> None:
    weak, strong = one(Computer, level=5).user, one(Computer, level=7).user
    pool = one(Rating, player=weak, rating=1000.0).pool
    one(Rating, player=strong, pool=pool, rating=2000.0)
    for player in (weak, strong):
        one(Rating, player=player, rating=3000.0)
    one(Rating, pool=pool, rating=1500.0)
    change = one(RatingChange, rating=one(Rating, pool=pool), rating_before=1500.0)
    assert services._expected("digifeud", change) == pytest.approx((LEVELS["digifeud"][5] + LEVELS["digifeud"][7]) / 2)
