"""Tags that link to lessons and draw their pictures on other pages."""

from __future__ import annotations

import re

from django import template
from django.template import Context

from games.catalogue import games, picture
from games.lessons.courses import course_of, draw_picture

register = template.Library()

GAP = re.compile(r"(?<=[\d×+−:=]) (?=[\d×+−:=])")  # a space between two symbols of an equation


@register.filter
def first_lesson(slug: str) -> str:
    """Return the URL of the first lesson of this game; empty for a game without lessons."""
    steps = course_of(slug)
    return steps[0].address if steps else ""


@register.filter
def unbroken(text: str) -> str:
    """Replace the spaces inside equations by no-break spaces, so that `5 + 8 = 13` stays on one line."""
    return GAP.sub("\u00a0", text)


@register.inclusion_tag("lessons/still.html", takes_context=True)
def still(context: Context, name: str, caption: str) -> dict[str, object]:
    """Render the picture of this name from the game's lessons, with a caption."""
    game = context["game"]
    return {"drawn": draw_picture(games()[game.slug], picture(game.slug, name)), "game": game, "caption": caption}
