"""The puzzles app."""

from __future__ import annotations

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """Names the app for Django; hears when a match ends, has the clock call it, and fills places on other pages."""

    name = "games.puzzles"
    label = "puzzles"

    def ready(self) -> None:
        """Connects the signal, the clock and the panels; what a player solved is part of the player's data."""
        from accounts import deletion, exports, slots
        from games.matches.scheduler import in_background, periodic
        from games.matches.signals import match_ended
        from games.puzzles import jobs, partials, receivers
        from games.puzzles.exports import puzzles_of
        from games.puzzles.services.deletion import forget

        match_ended.connect(receivers.match_came_to_its_end, dispatch_uid="puzzles")
        periodic(jobs.MINUTE, jobs.keep_stock)
        in_background(jobs.check_or_search)
        exports.register("puzzles", puzzles_of)
        deletion.on_deletion(forget)
        slots.fill_slot("home", "puzzles/daily.html", partials.at_home, rank=60)
        slots.fill_slot("lobby", "puzzles/_dailies.html", partials.in_lobby, rank=60)
        slots.fill_slot("over", "puzzles/after.html", lambda page: {}, rank=80)
        slots.fill_slot("player", "puzzles/_solver.html", partials.of_player, rank=30)
