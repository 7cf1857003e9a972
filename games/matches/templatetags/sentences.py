"""Brings the sentences of the rules into the language of the page."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext

from games.rules import AnyGame, Sentence

register = template.Library()

SIGNS = str.maketrans({"-": "−", "x": "×", "/": "÷", "*": "×"})
ALIKE = {"−": "-", ":": "÷"}
OPERATOR = re.compile(r"(?<=\d) ([-−+×÷:=]) (?=\d)")


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


@register.filter
def aloud(text: str) -> str:
    """The text with the signs of its sums as words in the language of the page: `9 plus 2 is 11`."""
    names = {
        "+": gettext("plus"),
        "-": gettext("minus"),
        "×": gettext("times"),
        "÷": gettext("divided by"),
        "=": pgettext("read aloud", "is"),
    }
    return OPERATOR.sub(lambda found: f" {names[ALIKE.get(found[1], found[1])]} ", text)


@register.filter
def voiced(text: str) -> str:
    """The text to look at, and beside it, where they differ, the words that a screen reader says instead."""
    words = aloud(text)
    if words == text:
        return text
    shown = '<span class="voiced"><span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>'
    return format_html(shown, text, words)
