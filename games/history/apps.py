"""The history app."""

from __future__ import annotations

from django.apps import AppConfig


class HistoryConfig(AppConfig):
    """Names the app for Django; hears when a match begins and ends, and puts its pieces on the pages below."""

    name = "games.history"
    label = "history"

    def ready(self) -> None:
        """Connects the signals, the clock and the panels."""
        from django.db.models.signals import post_save

        from accounts import exports, panels
        from games.history import hearing, pieces, services
        from games.history.records import records_of
        from games.matches import clock
        from games.matches.models import Match
        from games.matches.signals import match_ended, match_voided

        post_save.connect(hearing.match_saved, sender=Match)
        match_ended.connect(hearing.match_came_to_its_end)
        match_voided.connect(hearing.match_was_voided)
        exports.register("records", records_of)
        clock.every(20, services.look_through_waiting)
        panels.put("player", "history/_player.html", pieces.of_player, rank=60)
        panels.put("fairness", "history/check_file.html", lambda page: {})
        panels.put("replay", "history/_curve.html", pieces.curve_of_replay)
        panels.put("over", "history/_curve.html", pieces.curve_of_end, rank=60)
