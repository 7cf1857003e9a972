"""How much the tests try: a chosen part by default, and all of it under `script/test --thorough`.

This is the one place that knows which of the two runs. A test says how large it is in one of four ways:

    @cases("slug, screen", GAMES, {"320": NARROW, "1280": DESKTOP})    # a matrix: by default its diagonal
    @settings(FEW, max_examples=examples(40, 300))                     # a property: two numbers of examples
    @pytest.mark.thorough                                              # a whole test that runs before a release
    @on_postgresql, @both_stacks                                       # what runs before a release on SQLite too

Nothing is drawn by lot: the same cases run every time, and what does not run is not collected.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice, product

import pytest

VARIABLE = "TESTS_THOROUGH"
THOROUGH = os.environ.get(VARIABLE) == "1"
# By default where the site runs in production: a test with several connections, and a story with a site of its own.
on_postgresql = pytest.mark.stack if THOROUGH else pytest.mark.postgres
both_stacks = pytest.mark.both_stacks if THOROUGH else pytest.mark.stack

Axis = Mapping[str, object] | Iterable[str]


def examples(default: int, thorough: int) -> int:
    """Return how many examples of a property, or repetitions of anything, are tried."""
    return thorough if THOROUGH else default


def cases(
    names: str,
    *axes: Axis,
    default: Iterable[str] | None = None,
    fixtures: Sequence[str] = (),
    whole: bool = THOROUGH,
) -> pytest.MarkDecorator:
    """Parametrize a test with all combinations of its axes, by default with a choice of them.

    An axis is a mapping from ids to values, or texts that are their own ids. `default` names the ids of the choice,
    those of several axes joined by hyphens; without it the choice is the diagonal, in which each value of each axis
    comes at least once. The values of `fixtures`, which are names as well, go to the fixtures of these names. Raise
    KeyError if `default` names a combination that does not exist.
    """
    chosen = combinations(*axes) if whole else chosen_of(axes, default)
    arguments = [pytest.param(*values, id=name) for name, values in chosen.items()]
    return pytest.mark.parametrize([name.strip() for name in names.split(",")], arguments, indirect=fixtures)


def chosen_of(axes: tuple[Axis, ...], default: Iterable[str] | None) -> dict[str, tuple[object, ...]]:
    """Return the combinations that run by default, by id."""
    if default is not None:
        known = combinations(*axes)
        return {name: known[name] for name in default}
    pairs = [_pairs(axis) for axis in axes]
    rows = zip(*(islice(cycle(axis), max(map(len, pairs))) for axis in pairs), strict=True)
    return dict(map(_joined, rows))


def combinations(*axes: Axis) -> dict[str, tuple[object, ...]]:
    """Return every combination of values by its id."""
    return dict(map(_joined, product(*map(_pairs, axes))))


def _pairs(axis: Axis) -> list[tuple[str, object]]:
    return list(axis.items()) if isinstance(axis, Mapping) else [(value, value) for value in axis]


def _joined(row: Iterable[tuple[str, object]]) -> tuple[str, tuple[object, ...]]:
    names, values = zip(*row, strict=True)
    return "-".join(names), values
