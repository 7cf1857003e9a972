"""Runs a function of plain values for whoever has the time to wait for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def run(function: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """What the function gives for these values; all of them, and the function, must be fit for pickling."""
    return function(*values, **named)
