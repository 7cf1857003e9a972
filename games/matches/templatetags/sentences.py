"""Brings the sentences of the rules into the language of the page."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext, ngettext

from games.rules import AnyGame, Sentence

register = template.Library()

SIGNS = str.maketrans({"-": "−", "x": "×", "/": "÷", "*": "×"})


@register.filter
def said(sentence: Sentence | None) -> str:
    """The sentence in the language of the page; nothing for None."""
    return sentence.said(gettext, ngettext) if sentence else ""


@register.filter
def named(game: AnyGame) -> str:
    """The game's name in the language of the page."""
    return gettext(game.name)


@register.filter
def sign(face: str) -> str:
    """A face as it is printed on a tile: real minus, times and division signs."""
    return face.translate(SIGNS)
