"""Template filters that translate the sentences of the rules, and give calculations a form for screen readers."""

from __future__ import annotations

import json
import re
from functools import lru_cache, partial

from django import template
from django.utils.translation import get_language, gettext, ngettext, pgettext

from core.live.partials import draw
from games.rules import AnyGame, Sentence
from games.rules.sentences import Choose, Translate

register = template.Library()

SIGNS = str.maketrans({"-": "−", "x": "×", "/": "÷", "*": "×"})
ALIKE = {"−": "-", ":": "÷"}
CLOSED = "■"  # the face of a square on which no tile can be placed
OPERATOR = re.compile(r"(?<=\d) ([-−+×÷:=]) (?=\d)")
BESIDE_A_DIGIT = re.compile(r"(?<=\d) | (?=\d)")


@register.filter
def localized(sentence: Sentence | None, active: str | None = None) -> str:
    """Return the sentence in the active language; empty for None. Pass `active`, that language, where it is at hand."""
    return sentence.localize(*_translators(active or get_language())) if sentence else ""


@lru_cache(maxsize=20)
def _translators(language: str | None) -> tuple[Translate, Choose]:
    return partial(_translated, language), partial(_plural, language)


@lru_cache(maxsize=4_000)
def _translated(language: str | None, template: str) -> str:
    """Return the template in the active language, memoized: a lookup in Django's catalogs costs ten times as much."""
    return gettext(template)


@lru_cache(maxsize=20_000)
def _plural(language: str | None, one: str, many: str, count: int) -> str:
    """Return the template for this number in the active language, memoized."""
    return ngettext(one, many, count)


@register.filter
def named(game: AnyGame) -> str:
    """Return the game's name in the active language; no line ends beside its numbers."""
    return BESIDE_A_DIGIT.sub("\N{NO-BREAK SPACE}", gettext(game.name))


@register.filter
def whole(name: object) -> str:
    """Return a name that no line breaks at its hyphens: a word joiner stands on either side of each."""
    return str(name).replace("-", "\u2060-\u2060")


@register.filter
def sign(face: str) -> str:
    """Return a face with typographic minus, times and division signs."""
    return face.translate(SIGNS)


@register.filter
def aloud(text: str, active: str | None = None) -> str:
    """Return the text with the signs of its calculations as words, in the active language: `9 plus 2 is 11`."""
    names = _operators(active or get_language() or "")
    return OPERATOR.sub(lambda part: f" {names[ALIKE.get(part[1], part[1])]} ", text)


def sign_words(face: str) -> str:
    """Return a tile's face as a word if it is a sign, else as it is."""
    if face == "=":
        return gettext("equals")
    if face == CLOSED:
        return pgettext("a square", "closed")
    symbol = sign(face)
    return _operators(get_language() or "").get(ALIKE.get(symbol, symbol), face)


@register.simple_tag
def spoken_signs() -> str:
    """Return the words of all signs on tiles as a JSON object, by the sign that a page shows."""
    return json.dumps({sign(face): sign_words(face) for face in f"+-x/:={CLOSED}"}, ensure_ascii=False)


@lru_cache(maxsize=20)
def _operators(language: str) -> dict[str, str]:
    return {
        "+": gettext("plus"),
        "-": gettext("minus"),
        "×": gettext("times"),
        "÷": gettext("divided by"),
        "=": pgettext("read aloud", "is"),
    }


@register.filter
def voiced(text: str) -> str:
    """Return the text, with a spoken form for screen readers where the two differ."""
    words = aloud(text)
    if words == text:
        return text
    return draw("matches/turns/voiced_text", shown=text, spoken=words)
