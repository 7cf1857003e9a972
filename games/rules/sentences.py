"""Sentences that the rules say: templates with values, translated where HTML is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

Value = Union[str, int, "Sentence"]
Translate = Callable[[str], str]
Choose = Callable[[str, str, int], str]


def in_english(template: str) -> str:
    """The template as it stands."""
    return template


def choose_in_english(one: str, many: str, count: int) -> str:
    """The template for one, or that for any other number."""
    return one if count == 1 else many


@dataclass(frozen=True)
class Sentence:
    """An English template with named places, and what stands in them.

    With `plural`, the template is for a `count` of one, and `plural` for all others.
    """

    template: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        return self.said(in_english)

    def said(self, translate: Translate, choose: Choose = choose_in_english) -> str:
        """The whole sentence as plain text; `translate` and `choose` (by a count) put all its templates into words."""
        inner = {
            name: value.said(translate, choose) if isinstance(value, Sentence) else value for name, value in self.values
        }
        template = choose(self.template, self.plural, self.count) if self.plural else translate(self.template)
        return template.format(**inner)


def say(template: str, /, **values: Value) -> Sentence:
    """A sentence to be translated; `makemessages` collects the templates of all `say(…)` calls."""
    return Sentence(template, tuple(values.items()))


def say_many(one: str, many: str, /, *, count: int, **values: Value) -> Sentence:
    """A sentence about `count` things: the template for one, the template for any other number."""
    return Sentence(one, (("count", count), *values.items()), many, count)


def marked(text: str) -> str:
    """The text itself; `makemessages` collects it, and whoever shows it translates it."""
    return text


def plain(text: str) -> Sentence:
    """A sentence that is the same in every language, such as a calculation."""
    return Sentence("{plain}", (("plain", text),))


def listed(*sentences: Sentence) -> Sentence:
    """Several pieces as one, with commas between."""
    names = [f"piece{number}" for number in range(len(sentences))]
    return Sentence(", ".join(f"{{{name}}}" for name in names), tuple(zip(names, sentences, strict=True)))
