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
    """One question of the form for a challenge: the field's name, the label, the answers by value, the default."""

    name: str
    label: Sentence
    answers: Mapping[str, Sentence]
    default: str


def option(label: Sentence, answers: Mapping[str, Sentence], default: str) -> str:
    """Declare a field of an `Options` subclass that players choose: its label, its answers by value, the default."""
    return dataclasses.field(default=default, metadata={"label": label, "answers": dict(answers)})


def rule(now: str, before: str) -> str:
    """Declare a field of an `Options` subclass for a rule that has changed and that players do not choose.

    A match keeps the rule it began with: `Options.data` contains the field, and stored data without it means `before`.
    For a new change, prefer `Game.rules_version`.
    """
    return dataclasses.field(default=now, metadata={"before": before})


@dataclass(frozen=True)
class Options:
    """The options of a match. A game subclasses it with fields made by `option` and `rule`."""

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
        """Return the options stored as `data`: a missing choice has its default, a missing rule its former value.

        Raises ValueError for an unknown value of a choice or a rule.
        """
        values = {}
        for name, field in cls.rules().items():
            values[name] = data.get(name, field.metadata["before"])
            if values[name] not in (field.default, field.metadata["before"]):
                raise ValueError(f"{name}: there is no rule {values[name]!r}")
        for choice in cls.choices():
            value = data.get(choice.name, choice.default)
            if value not in choice.answers:
                raise ValueError(f"{choice.name}: {value!r} is none of {', '.join(choice.answers)}")
            values[choice.name] = value
        return cls(**values)

    @classmethod
    def rules(cls) -> dict[str, dataclasses.Field[str]]:
        """Return the fields made by `rule`, by name."""
        return {field.name: field for field in dataclasses.fields(cls) if "before" in field.metadata}

    def renewed(self: Self) -> Self:
        """Return the same choices under the current rules, for a new match."""
        return dataclasses.replace(self, **{name: field.default for name, field in self.rules().items()})

    def data(self) -> dict[str, str]:
        """Return the options as plain data for `read`."""
        return dataclasses.asdict(self)

    def summary(self) -> tuple[Sentence, ...]:
        """Return the sentences of the chosen answers, in the order of the fields."""
        data = self.data()
        return tuple(choice.answers[data[choice.name]] for choice in self.choices())
