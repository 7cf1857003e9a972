"""The terms of an offer, for templates."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.lobby.models import Offer
from games.lobby.wording import terms

register = template.Library()
register.filter(terms)


@register.simple_tag
def stakes_mark(offer: Offer) -> SafeString:
    """Return the mark in whose place `partials.Drawings` puts what the match would change for a viewer."""
    return mark_safe(f"\0{offer.pk}\0")  # noqa: S308 - the key is letters and digits
