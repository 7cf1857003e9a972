"""The lessons app."""

from __future__ import annotations

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """Lessons of the games."""

    name = "games.lessons"
    label = "lessons"

    def ready(self) -> None:
        """Put the lessons at the top of the rules page."""
        from accounts.slots import fill_slot
        from games.lessons.courses import on_rules_page

        fill_slot("rules", "lessons/_course.html", on_rules_page)
