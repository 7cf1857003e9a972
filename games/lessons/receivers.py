"""Receivers of the lessons: the page of a game's rules has a list of its lessons."""

from core.hooks import SlotPartial
from games import slots
from games.lessons.courses import on_rules_page

slots.rules.register(SlotPartial("lessons/_course.html", on_rules_page))
