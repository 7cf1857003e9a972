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

        from accounts import exports, slots
        from games.history import partials, receivers, services
        from games.history.exports import records_of
        from games.matches import scheduler
        from games.matches.models import Match
        from games.matches.signals import match_ended, match_voided

        post_save.connect(receivers.match_saved, sender=Match)
        match_ended.connect(receivers.match_came_to_its_end)
        match_voided.connect(receivers.match_was_voided)
        exports.register("records", records_of)
        scheduler.periodic(20, services.look_through_waiting)
        slots.fill_slot("player", "history/_player.html", partials.of_player, rank=60)
        slots.fill_slot("fairness", "history/check_file.html", lambda page: {})
        slots.fill_slot("replay", "history/_curve.html", partials.curve_of_replay)
        slots.fill_slot("over", "history/_curve.html", partials.curve_of_end, rank=60)
