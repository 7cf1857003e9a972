"""Sweeps: one bad row never stops the others."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from accounts.models import User
from core import sweeps
from core.sweeps import FIRST_PAUSE, LONGEST_PAUSE, Sweep

pytestmark = [pytest.mark.django_db, pytest.mark.sql]


def people(*names: str) -> list[User]:
    return [User.objects.create_user(name) for name in names]


class Watch:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def greet(person: User) -> str:
    if person.username.startswith("bad"):
        raise ValueError(f"the secret of {person}")
    return person.username


def greeted(sweep: Sweep, most: int = 2) -> list[str]:
    return sweep.run(User.objects.order_by("pk"), greet, most)


def test_a_bad_row_is_logged_once_without_its_values_and_the_others_are_served(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bad, _anna = people("bad", "anna")
    sweep = Sweep("greetings")
    assert greeted(sweep) == greeted(sweep) == ["anna"]
    (line,) = caplog.messages
    assert f"“greetings” failed at row {bad.pk}" in line
    assert "ValueError" in line
    assert "secret" not in caplog.text


@pytest.mark.parametrize("excluded", [0, 2, 1000])
def test_bad_rows_in_front_do_not_hide_those_behind(monkeypatch: pytest.MonkeyPatch, excluded: int) -> None:
    """Both if the query excludes all bad rows and if there are more than it excludes."""
    monkeypatch.setattr(sweeps, "MOST_EXCLUDED", excluded)
    people("bad 1", "bad 2", "bad 3", "anna", "bob")
    sweep = Sweep("greetings", clock=Watch())
    assert [greeted(sweep) for _pass in range(3)] == [[], ["anna"], ["anna", "bob"]]


def test_a_bad_row_is_tried_again_later_and_later() -> None:
    people("bad")
    watch = Watch()
    sweep = Sweep("greetings", clock=watch)
    pauses = []
    for _failure in range(14):
        greeted(sweep)
        began = watch.now
        while sweep.parked():
            watch.now += 0.5
        pauses.append(watch.now - began)
    assert pauses[:4] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE


def test_a_row_that_recovers_is_forgiven() -> None:
    (bad,) = people("bad")
    watch = Watch()
    sweep = Sweep("greetings", clock=watch)
    assert greeted(sweep) == []
    User.objects.filter(pk=bad.pk).update(username="good")
    assert greeted(sweep) == []
    watch.now += FIRST_PAUSE
    assert greeted(sweep) == ["good"]
    assert not sweep.parked()


def test_no_more_rows_are_parked_than_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "MOST_PARKED", 3)
    sweep = Sweep("greetings", clock=Watch())
    for key in (1, 2, 3, 1, 4):
        sweep.park(key, ValueError())
    assert sweep.parked() == [3, 1, 4]  # the second was parked first, since the first was parked again


def test_rows_that_are_well_again_are_forgotten() -> None:
    watch = Watch()
    sweep = Sweep("greetings", clock=watch)
    for key in range(1000):
        sweep.park(key, ValueError())
    watch.now = FIRST_PAUSE
    assert sweep.parked() == []
    assert len(sweep._parked) == 1000  # one that fails again now is parked for longer
    sweep.park(7, ValueError())
    watch.now = 2 * FIRST_PAUSE
    assert sweep.parked() == [7]
    assert [*sweep._parked] == [7]


def test_trouble_of_the_database_is_no_fault_of_the_row(caplog: pytest.LogCaptureFixture) -> None:
    people("anna", "bob")
    watch = Watch()
    sweep = Sweep("greetings", clock=watch)

    def fail(person: User) -> str:
        raise OperationalError("the server went away")

    with pytest.raises(OperationalError):
        sweep.run(User.objects.order_by("pk"), fail, 2)
    assert caplog.messages == []
    assert greeted(sweep) == ["bob"]
    watch.now += FIRST_PAUSE
    assert greeted(sweep) == ["anna", "bob"]
