"""Translation of the rules' sentences, and spoken forms of calculations."""

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
    """Return the sentence in the active language; empty for None."""
    return sentence.said(gettext, ngettext) if sentence else ""


@register.filter
def named(game: AnyGame) -> str:
    """Return the game's name in the active language."""
    return gettext(game.name)


@register.filter
def sign(face: str) -> str:
    """Return a face with real minus, times and division signs."""
    return face.translate(SIGNS)


@register.filter
def aloud(text: str) -> str:
    """Return the text with the signs of its calculations as words: `9 plus 2 is 11`."""
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
    """Return the text, with a spoken form for screen readers where the two differ."""
    words = aloud(text)
    if words == text:
        return text
    shown = '<span class="voiced"><span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>'
    return format_html(shown, text, words)
