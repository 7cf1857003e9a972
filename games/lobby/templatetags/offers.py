"""The terms of an offer, for templates."""

from __future__ import annotations

from django import template

from games.lobby.wording import terms

register = template.Library()
register.filter(terms)
