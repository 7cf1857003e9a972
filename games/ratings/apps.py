"""The ratings app."""

from __future__ import annotations

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings, scores and strengths."""

    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Register jobs, exports and slots."""
        from accounts import slots
        from accounts.exports import register
        from games.ratings import exports, jobs, partials  # noqa: F401 - registers its handlers

        register("ratings", exports.ratings_of)
        register("scores", exports.scores_of)
        slots.fill_slot("name", "ratings/figure.html", partials.name_of)
        slots.fill_slot("over", "ratings/_verdict.html", partials.verdict_of, rank=10)
        slots.fill_slot("player", "ratings/_standings.html", partials.standings_of, rank=20)
