"""The ratings app."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Names the app for Django and hooks it into what matches and accounts do."""

    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        """A match that ends is counted, a void one taken back; matches and players show what ratings say."""
        from accounts import slots
        from accounts.exports import register
        from games.matches.signals import match_ended, match_voided
        from games.ratings import exports, partials

        match_ended.connect(_count, dispatch_uid="ratings")
        match_voided.connect(_take_back, dispatch_uid="ratings")
        register("ratings", exports.ratings_of)
        register("scores", exports.scores_of)
        slots.fill_slot("name", "ratings/figure.html", partials.name_of)
        slots.fill_slot("over", "ratings/_verdict.html", partials.verdict_of, rank=10)
        slots.fill_slot("player", "ratings/_standings.html", partials.standings_of, rank=20)


def _count(sender: object, **sent: Any) -> None:
    from games.ratings.services import count_match

    count_match(sent["match"])


def _take_back(sender: object, **sent: Any) -> None:
    from games.ratings.services import take_back

    take_back(sent["match"])
