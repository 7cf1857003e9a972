"""Runs go by the site's time, so that processes on several machines agree."""

from __future__ import annotations

import pytest

from accounts.models import User
from core import clock as site_clock
from games.puzzles.lists import best_runs
from games.puzzles.models import Puzzle, Run
from games.puzzles.services.selection import today
from tests.puzzles.conftest import DAY, NOON, Clock
from tests.puzzles.test_runs import begin, reply, stock

__all__ = ["stock"]  # a fixture


def test_processes_agree_when_a_sprint_is_over(
    stock: list[Puzzle], anna: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = site_clock.Anchor(NOON, site_clock.ticks(), NOON)  # of a process on a machine whose clock is a day ahead
    clock.now = NOON + DAY
    monkeypatch.setattr(site_clock.shared, "anchor", fast)
    run = begin(anna)
    assert NOON <= run.begun_at < NOON + DAY / 2
    monkeypatch.setattr(site_clock.shared, "anchor", None)
    clock.now = NOON
    reply(run)
    assert run.solved == 1


def test_a_sprint_is_in_the_table_of_its_day(
    stock: list[Puzzle], anna: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.now = NOON + DAY  # on a machine whose clock is a day ahead
    monkeypatch.setattr(site_clock.shared, "anchor", site_clock.Anchor(NOON, site_clock.ticks(), NOON))
    reply(begin(anna))
    (row,) = best_runs(stock[0].game_slug, Run.Kind.SPRINT, since=today())
    assert (row.player, row.solved) == (anna, 1)
