"""Which comparisons and figures each action means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

import pytest

from games.fairplay import services
from games.fairplay.models import Comparison, Suspicion
from games.matches.models import Match
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
