"""The sample site of one process at a moment that stays, with ids that are the same in every run."""

from __future__ import annotations

import ast
import io
import json
import random
import secrets
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from core import clock
from games.analysis import jobs
from games.analysis.evaluation import rollouts, turns
from games.daily.services import begin, make_deals
from games.matches.play.services import resign
from tests.analysis.conftest import measure_once
from tests.browser.sample_site import MAKE

MORNING = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)  # a Wednesday
STEP = timedelta(seconds=1)  # between two things that are made


class Still:
    """A clock that goes on only when it is told to."""

    moment = MORNING

    def now(self) -> datetime:
        """Return the present moment."""
        return self.moment


def stand_still(patch: pytest.MonkeyPatch) -> Still:
    """Have the site go by such a clock, draw its ids from fixed series, and analyse with few samples."""
    still = Still()
    patch.setattr(clock, "now", still.now)
    patch.setattr(timezone, "now", still.now)
    for name in ("choice", "randbelow", "randbits", "token_bytes", "token_hex", "token_urlsafe"):
        patch.setattr(secrets, name, _series(name))
    patch.setattr(turns, "DRAWS", 2)
    patch.setattr(rollouts, "ENDS", (1, 1))
    patch.setattr(jobs, "plies_for", lambda _turns: 0)
    patch.setattr(jobs, "run", measure_once)
    return still


def _series(name: str) -> Callable[..., Any]:
    """Return a stand-in for this function of `secrets`: the same series in each run, one for each size."""

    @cache
    def chance(size: object) -> random.Random:
        return random.Random(f"{name} {size}")

    def token(size: int = 32) -> Any:  # noqa: ANN401 - a text or bytes
        octets = chance(size).randbytes(size)
        return octets if name == "token_bytes" else octets.hex()[: size * 4 // 3 if name == "token_urlsafe" else None]

    if name == "choice":
        return lambda things: chance(len(things)).choice(things)
    if name == "randbelow":
        return lambda end: chance(end).randrange(end)
    if name == "randbits":
        return lambda bits: chance(bits).getrandbits(bits)
    return token


def make(still: Still) -> dict[str, Any]:
    """Make the sample site step by step; return the ids by name, and the cookies."""
    out, names = io.StringIO(), dict[str, object]()
    with redirect_stdout(out):
        for statement in ast.parse(MAKE).body:
            if not isinstance(statement, (ast.Import, ast.ImportFrom)):
                still.moment += STEP
            exec(compile(ast.Module([statement], []), "sample_site", "exec"), names)  # noqa: S102 - our own text
    make_deals()
    for name in ("anna", "bob"):
        resign(begin(User.objects.get(username=name), "summy").pk, User.objects.get(username=name))
    made: dict[str, Any] = json.loads(out.getvalue().splitlines()[-1])
    return made
