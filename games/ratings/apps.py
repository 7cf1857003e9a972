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
        from accounts import exports, panels
        from games.matches.signals import match_ended, match_voided
        from games.ratings import pieces, records

        match_ended.connect(_count, dispatch_uid="ratings")
        match_voided.connect(_take_back, dispatch_uid="ratings")
        exports.register("ratings", records.ratings_of)
        exports.register("scores", records.scores_of)
        panels.put("name", "ratings/figure.html", pieces.name_of)
        panels.put("over", "ratings/_verdict.html", pieces.verdict_of, rank=10)
        panels.put("player", "ratings/_standings.html", pieces.standings_of, rank=20)


def _count(sender: object, **sent: Any) -> None:
    from games.ratings.services import count_match

    count_match(sent["match"])


def _take_back(sender: object, **sent: Any) -> None:
    from games.ratings.services import take_back

    take_back(sent["match"])
