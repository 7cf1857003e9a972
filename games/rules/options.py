"""The choices that are made with a challenge."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from games.rules.sentences import Sentence

Self = TypeVar("Self", bound="Options")


@dataclass(frozen=True)
class Choice:
    """One question of a challenge: the name of the field, its label, and the answers by their value."""

    name: str
    label: Sentence
    answers: Mapping[str, Sentence]
    default: str


def option(label: Sentence, answers: Mapping[str, Sentence], default: str) -> str:
    """A field of an `Options` subclass: the question, the allowed values with their words, the usual one."""
    return dataclasses.field(default=default, metadata={"label": label, "answers": dict(answers)})


def rule(now: str, before: str) -> str:
    """A field of an `Options` subclass that no player chooses: a rule that has changed, as it is now and was before.

    A match keeps the rule it began with, so that a changed rule breaks no replay: `data` spells the field, and data
    without it is from `before`.
    """
    return dataclasses.field(default=now, metadata={"before": before})


@dataclass(frozen=True)
class Options:
    """What two players agreed on. A game subclasses it with fields made by `option` and `rule`."""

    @classmethod
    def choices(cls) -> tuple[Choice, ...]:
        """The questions in the order of the fields; the lobby draws its form from them."""
        return tuple(
            Choice(field.name, field.metadata["label"], field.metadata["answers"], str(field.default))
            for field in dataclasses.fields(cls)
            if "label" in field.metadata
        )

    @classmethod
    def read(cls: type[Self], data: Mapping[str, str]) -> Self:
        """The options that `data` spells; what it leaves out is as usual, or for a rule as it was before.

        Raises ValueError for an unknown answer.
        """
        chosen = {}
        for name, field in cls.rules().items():
            chosen[name] = data.get(name, field.metadata["before"])
            if chosen[name] not in (field.default, field.metadata["before"]):
                raise ValueError(f"{name}: there is no rule {chosen[name]!r}")
        for choice in cls.choices():
            value = data.get(choice.name, choice.default)
            if value not in choice.answers:
                raise ValueError(f"{choice.name}: {value!r} is none of {', '.join(choice.answers)}")
            chosen[choice.name] = value
        return cls(**chosen)

    @classmethod
    def rules(cls) -> dict[str, dataclasses.Field[str]]:
        """Return the fields made by `rule`, by their names."""
        return {field.name: field for field in dataclasses.fields(cls) if "before" in field.metadata}

    def renewed(self: Self) -> Self:
        """Return the same choices under the rules of now, for a new match."""
        return dataclasses.replace(self, **{name: field.default for name, field in self.rules().items()})

    def data(self) -> dict[str, str]:
        """The options as plain data, for `read` to take back."""
        return dataclasses.asdict(self)

    def summary(self) -> tuple[Sentence, ...]:
        """What was chosen, in words, in the order of the fields."""
        data = self.data()
        return tuple(choice.answers[data[choice.name]] for choice in self.choices())
