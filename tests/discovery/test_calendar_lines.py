"""Lines of calendars and entries of feeds: long names, what is cancelled or has ended, and what was judged."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from games.discovery.calendars import LONGEST_LINE, calendar_of_event
from games.discovery.feeds import of_event
from games.events.models import Entry, Event, Pairing, Round
from games.matches.models import Match
from tests.alike import one, someone
from tests.events.cups import HOUR, NOW, cup


@pytest.fixture(autouse=True)
def _noon(db: None) -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def lines_of(event: Event) -> list[str]:
    return calendar_of_event(event, NOW).split("\r\n")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, {"DTSTART:20261121T130000Z", "DTEND:20261121T140000Z", "STATUS:CONFIRMED"}),
        ({"ended_at": NOW + HOUR + timedelta(minutes=5)}, {"DTEND:20261121T130500Z", "STATUS:CONFIRMED"}),
        ({"lasts": None}, {"DURATION:PT0S"}),
        ({"state": Event.State.CALLED_OFF, "ended_at": NOW + HOUR}, {"DURATION:PT0S", "STATUS:CANCELLED"}),
        ({"state": Event.State.CALLED_OFF, "ended_at": NOW}, {"DURATION:PT0S", "STATUS:CANCELLED"}),
    ],
)
def test_the_end_and_the_state_of_an_event(facts: dict[str, object], expected: set[str]) -> None:
    event = cup("arena", live=True, lasts=HOUR)
    for name, value in facts.items():
        setattr(event, name, value)
    lines = lines_of(event)
    assert expected <= {*lines}
    assert len([line for line in lines if line.startswith(("DTEND", "DURATION"))]) == 1


@pytest.mark.parametrize("more", [0, 1, 2, 75])
def test_a_line_has_75_bytes_at_most_and_loses_none(more: int) -> None:
    name = "N" * (LONGEST_LINE - len("SUMMARY:")) + "é" * more
    lines = lines_of(cup("arena", name=name))
    assert all(len(line.encode()) <= 75 == LONGEST_LINE for line in lines)
    at = lines.index(next(line for line in lines if line.startswith("SUMMARY:")))
    folded = [lines[at]]
    while lines[at + len(folded)].startswith(" "):
        folded.append(lines[at + len(folded)][1:])
    assert "".join(folded) == f"SUMMARY:{name}"
    assert len(folded) == 1 + (more > 0) + (more > 37) + (more > 74)


@pytest.mark.parametrize("cause", ["", "judged", "absence"])
def test_an_entry_of_a_feed_says_how_a_result_came_about(cause: str) -> None:
    event = cup("swiss")
    first, second = (one(Entry, event=event, player=someone()) for _n in "ab")
    facts = {"first": first, "second": second, "match": one(Match), "decided_at": NOW, "result": "first"}
    pairing = one(Pairing, round=one(Round, event=event, number=2), number=1, cause=cause, **facts)
    (entry,) = of_event(event).entries
    reason = f" · {pairing.get_cause_display()}" if cause else ""
    assert (entry.at, entry.text) == (NOW, f"{pairing.get_result_display()}{reason}")
