"""Translatable sentences of the rules, the seats that they name, and the errors whose reason is a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from gettext import NullTranslations
from typing import TypeVar, Union

T = TypeVar("T")


class Seat(IntEnum):
    """The seat of a player. `FIRST` makes the first move of a match."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    @property
    def index(self) -> int:
        """The index of this seat in a pair such as `Position.scores`: 0 or 1."""
        return self - 1

    def put(self, pair: tuple[T, T], value: T) -> tuple[T, T]:
        """Return the pair with this seat's value replaced."""
        return (value, pair[1]) if self is Seat.FIRST else (pair[0], value)


Value = Union[str, int, "Sentence"]  # a `Seat` stands for the name of its player
Translate = Callable[[str], str]  # as gettext
Choose = Callable[[str, str, int], str]  # as ngettext
ENGLISH = NullTranslations()


@dataclass(frozen=True)
class Sentence:
    """An English template with named placeholders, and their values.

    With `plural`, `template` is the singular and `plural` the plural form for `count` things.
    """

    template: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        return self.localize(ENGLISH.gettext)

    def localize(self, translate: Translate, choose: Choose = ENGLISH.ngettext) -> str:
        """Return the sentence as plain text, with its templates translated by `translate` and `choose`."""
        inner = {name: _localized(value, translate, choose) for name, value in self.values}
        template = choose(self.template, self.plural, self.count) if self.plural else translate(self.template)
        return template.format(**inner)

    def named(self, names: tuple[str, str]) -> Sentence:
        """Return the sentence with the players' names, by seat, in place of the seats among its values."""
        if not self.values:
            return self
        values = tuple([(name, _named(value, names)) for name, value in self.values])
        return self if values == self.values else replace(self, values=values)


def _localized(value: Value, translate: Translate, choose: Choose) -> str | int:
    """Return the value to fill in; a seat that has not been replaced by a name becomes "Player 1" or "Player 2"."""
    if isinstance(value, Sentence):
        return value.localize(translate, choose)
    return translate(PLAYER).format(number=value.value) if isinstance(value, Seat) else value


def _named(value: Value, names: tuple[str, str]) -> Value:
    if isinstance(value, Sentence):
        return value.named(names)
    return names[value.index] if isinstance(value, Seat) else value


def say(template: str, /, **values: Value) -> Sentence:
    """Return a sentence to be translated; `makemessages` collects the templates of all `say(…)` calls."""
    return Sentence(template, tuple(values.items()))


def say_many(one: str, many: str, /, *, count: int, **values: Value) -> Sentence:
    """Return a sentence about `count` things: its singular and its plural template."""
    return Sentence(one, (("count", count), *values.items()), many, count)


def marked(text: str) -> str:
    """Return the text itself, marked for translation where it is shown; `makemessages` collects it."""
    return text


PLAYER = marked("Player {number}")


def plain(text: str) -> Sentence:
    """Return a sentence that is not translated, such as a calculation."""
    return Sentence("{plain}", (("plain", text),))


def listed(*sentences: Sentence) -> Sentence:
    """Return several sentences as one, separated by commas."""
    names = [f"piece{number}" for number in range(len(sentences))]
    return Sentence(", ".join(f"{{{name}}}" for name in names), tuple(zip(names, sentences, strict=True)))


class PlayerError(Exception):
    """An error whose `reason` is a sentence for the player.

    The reason of an `InvalidMove` is a `Sentence`; that of a refused request (`games.matches.errors`) is lazily
    translated text.
    """

    reason: object

    def __str__(self) -> str:
        return str(self.reason)


class InvalidMove(PlayerError):
    """A move that cannot be made."""

    reason: Sentence

    def __init__(self, reason: Sentence) -> None:
        super().__init__(reason)
        self.reason = reason


class IllegalMove(InvalidMove):
    """The move breaks a rule in this position."""


class FalseSum(IllegalMove):
    """The move is a whole sum that is not true: `equation` as it stands, such as `8 × 7 = 54`."""

    def __init__(self, reason: Sentence, equation: str) -> None:
        super().__init__(reason)
        self.equation = equation


class BadNotation(InvalidMove):
    """The text is not a move in any position."""
