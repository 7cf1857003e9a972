"""The terms of an offer, for templates."""

from __future__ import annotations

from django import template

from games.lobby.wording import terms

MARK = "\0"  # stands in no text that the database has stored

register = template.Library()
register.filter(terms)


@register.simple_tag
def mark() -> str:
    """Return the mark around what differs between viewers of a list that is rendered once for all."""
    return MARK
