"""Sentences that the rules say: templates with values, translated where HTML is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

Value = Union[str, int, "Sentence"]


@dataclass(frozen=True)
class Sentence:
    """An English template with named places, and what stands in them."""

    template: str
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        return self.said(lambda template: template)

    def said(self, translate: Callable[[str], str]) -> str:
        """The whole sentence as plain text, its template and inner sentences put through `translate`."""
        inner = {name: value.said(translate) if isinstance(value, Sentence) else value for name, value in self.values}
        return translate(self.template).format(**inner)


def say(template: str, /, **values: Value) -> Sentence:
    """A sentence to be translated; `makemessages` collects the templates of all `say(…)` calls."""
    return Sentence(template, tuple(values.items()))


def plain(text: str) -> Sentence:
    """A sentence that is the same in every language, such as a calculation."""
    return Sentence("{plain}", (("plain", text),))


def listed(*sentences: Sentence) -> Sentence:
    """Several pieces as one, with commas between."""
    names = [f"piece{number}" for number in range(len(sentences))]
    return Sentence(", ".join(f"{{{name}}}" for name in names), tuple(zip(names, sentences, strict=True)))
