"""The puzzles app."""

from __future__ import annotations

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """Names the app for Django; hears when a match ends, has the clock call it, and fills places on other pages."""

    name = "games.puzzles"
    label = "puzzles"

    def ready(self) -> None:
        """Connects the signal, the clock and the panels; what a player solved is part of the player's data."""
        from accounts import exports, farewell, panels
        from games.matches.clock import beside, every
        from games.matches.signals import match_ended
        from games.puzzles import clock, hearing, pieces
        from games.puzzles.records import puzzles_of
        from games.puzzles.services.leaving import forget

        match_ended.connect(hearing.match_came_to_its_end, dispatch_uid="puzzles")
        every(clock.MINUTE, clock.keep_stock)
        beside(clock.check_or_search)
        exports.register("puzzles", puzzles_of)
        farewell.on_farewell(forget)
        panels.put("home", "puzzles/daily.html", pieces.at_home, rank=60)
        panels.put("lobby", "puzzles/_dailies.html", pieces.in_lobby, rank=60)
        panels.put("over", "puzzles/after.html", lambda page: {}, rank=80)
        panels.put("player", "puzzles/_solver.html", pieces.of_player, rank=30)
