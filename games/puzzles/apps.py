"""The puzzles app."""

from __future__ import annotations

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """Puzzles from finished matches, the daily puzzles, and their solvers."""

    name = "games.puzzles"
    label = "puzzles"

    def ready(self) -> None:
        """Register jobs, periodic work, the export, deletion and the slots."""
        from accounts import deletion, exports, slots
        from games.matches.scheduler import in_background, periodic
        from games.puzzles import jobs, partials
        from games.puzzles.exports import puzzles_of
        from games.puzzles.services.deletion import forget
        from games.puzzles.services.verification import check_next

        periodic(jobs.MINUTE, jobs.keep_stock)
        in_background(check_next)
        exports.register("puzzles", puzzles_of)
        deletion.on_deletion(forget)
        slots.fill_slot("home", "puzzles/daily.html", partials.at_home, rank=60)
        slots.fill_slot("lobby", "puzzles/_dailies.html", partials.in_lobby, rank=60)
        slots.fill_slot("over", "puzzles/after.html", lambda page: {}, rank=80)
        slots.fill_slot("player", "puzzles/_solver.html", partials.of_player, rank=30)
