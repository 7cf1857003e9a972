"""The lessons app."""

from __future__ import annotations

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """Names the app for Django and puts the way to the lessons on the rules page."""

    name = "games.lessons"
    label = "lessons"

    def ready(self) -> None:
        """The rules page begins with the lessons."""
        from accounts.slots import fill_slot
        from games.lessons.courses import on_rules_page

        fill_slot("rules", "lessons/_course.html", on_rules_page)
