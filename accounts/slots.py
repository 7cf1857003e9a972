"""Template slots: places in pages that apps fill with partials; the page does not know which apps do.

A template has `{% load slots %}` and `{% slot "name" %}`. To add something to a page, register a `SlotPartial` with its
slot in the app's `receivers.py`; for what is pushed to open pages a `SlotFunction`, which takes a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Union

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.hooks import Hook

Context = Mapping[str, Any]  # of a template: values of any type, as in Django
ContextBuilder = Callable[[Context], Context | None]


def add_nothing(page: Context) -> Context:
    """Return an empty context: the partial is always shown, and the page's own context is all that it needs."""
    return {}


@dataclass(frozen=True)
class SlotPartial:
    """A partial for a slot: `fill` maps the page's context to the partial's, or to None to omit the partial."""

    template: str
    fill: ContextBuilder = add_nothing

    def html(self, page: Context, request: HttpRequest | None) -> str:
        """Render the partial; empty where it is omitted."""
        filled = self.fill(page)
        return "" if filled is None else render_to_string(self.template, {**page, **filled}, request=request)


@dataclass(frozen=True)
class SlotFunction:
    """A partial for a slot that a function draws from the page's context; it returns None to omit the partial."""

    draw: Callable[[Context], SafeString | None]

    def html(self, page: Context, request: HttpRequest | None) -> str:
        """Draw the partial; empty where it is omitted."""
        return self.draw(page) or ""


class Slot(Hook[Union[SlotPartial, SlotFunction]]):
    """A place in pages, filled with partials one below the other; a lower rank comes first."""

    named: dict[str, Slot] = {}

    def __init__(self, name: str) -> None:
        """Create the slot of this name in templates."""
        super().__init__()
        self.named[name] = self


# Every page
title = Slot("title")  # before the title; text only
header = Slot("header")  # the navigation

# Pages of the site
home_board = Slot("home-board")  # the home page, as wide as the page
home = Slot("home")  # the home page, beside the games
lobby = Slot("lobby")  # the lobby
rules = Slot("rules")  # above the rules of a game
settings = Slot("settings")  # the settings
closed = Slot("closed")  # the page shown for a closed account
player = Slot("player")  # a player's page
about = Slot("about")  # below the name at the head of a player's page
person = Slot("person")  # among the buttons at the head of a player's page
person_menu = Slot("person-menu")  # in the menu at the head of a player's page

# For staff
report = Slot("report")  # the context of a report

# A match
match_head = Slot("match-head")  # the head of its page
match = Slot("match")  # below it, loaded with the page and not pushed
beside = Slot("beside")  # above its board, pushed with every change
over = Slot("over")  # below its result, pushed with it
end_news = Slot("end-news")  # inside its result, below the points; pushed with it
end = Slot("end")  # among the buttons of its result; pushed with it
# After the name of a player; the page has `match` and `player` alone, as all viewers share it for a minute
name = Slot("name")
replay = Slot("replay")  # below the board of a past turn
analysis_turn = Slot("analysis-turn")  # one turn of its analysis; the page has `match`, and `ply` before the turn
fairness = Slot("fairness")  # below the proof of its draw
