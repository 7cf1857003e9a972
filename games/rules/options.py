"""Options: the choices that two players agree on before a match."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from games.rules.sentences import Sentence

Self = TypeVar("Self", bound="Options")


@dataclass(frozen=True)
class Choice:
    """One question of a challenge: its field, its label, its answers by value, and the default."""

    name: str
    label: Sentence
    answers: Mapping[str, Sentence]
    default: str


def option(label: Sentence, answers: Mapping[str, Sentence], default: str) -> str:
    """Declare a field of an `Options` subclass: its label, its answers with their words, and the default."""
    return dataclasses.field(default=default, metadata={"label": label, "answers": dict(answers)})


def rule(now: str, before: str) -> str:
    """Declare a field of an `Options` subclass for a rule that has changed, which no player chooses.

    A match keeps the rule it began with: `data` spells the field, and data without it means `before`. For a new game,
    prefer `Game.rules_version`.
    """
    return dataclasses.field(default=now, metadata={"before": before})


@dataclass(frozen=True)
class Options:
    """The options of a match. A game subclasses it with fields made by `option`."""

    @classmethod
    def choices(cls) -> tuple[Choice, ...]:
        """Return the questions in the order of the fields, for the lobby's form."""
        return tuple(
            Choice(field.name, field.metadata["label"], field.metadata["answers"], str(field.default))
            for field in dataclasses.fields(cls)
            if "label" in field.metadata
        )

    @classmethod
    def read(cls: type[Self], data: Mapping[str, str]) -> Self:
        """Return the options that `data` spells; missing answers are defaults, missing rules the former ones.

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
        """Return the fields made by `rule`, by name."""
        return {field.name: field for field in dataclasses.fields(cls) if "before" in field.metadata}

    def renewed(self: Self) -> Self:
        """Return the same choices under the present rules, for a new match."""
        return dataclasses.replace(self, **{name: field.default for name, field in self.rules().items()})

    def data(self) -> dict[str, str]:
        """Return the options as plain data for `read`."""
        return dataclasses.asdict(self)

    def summary(self) -> tuple[Sentence, ...]:
        """Return the chosen answers in words, in the order of the fields."""
        data = self.data()
        return tuple(choice.answers[data[choice.name]] for choice in self.choices())
