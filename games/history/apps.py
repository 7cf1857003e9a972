"""The history app."""

from __future__ import annotations

from django.apps import AppConfig


class HistoryConfig(AppConfig):
    """Lists of matches, statistics and records."""

    name = "games.history"
    label = "history"

    def ready(self) -> None:
        """Register jobs, receivers, the export and the slots."""
        from accounts import exports, slots
        from games.history import jobs, partials, receivers  # noqa: F401 - jobs and receivers register themselves
        from games.history.exports import records_of

        exports.register("records", records_of)
        slots.fill_slot("player", "history/_player.html", partials.of_player, rank=60)
        slots.fill_slot("fairness", "history/check_file.html", lambda page: {})
        slots.fill_slot("replay", "history/_curve.html", partials.curve_of_replay)
        slots.fill_slot("over", "history/_curve.html", partials.curve_of_end, rank=60)
