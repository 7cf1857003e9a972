"""Distances in time at each edge between two units, and moments in two languages and zones one after the other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import translation

from core.clock import UNKNOWN, moment, relative

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=seconds) for seconds in (1, 60, 3_600, 86_400))


@pytest.mark.parametrize(
    ("away", "ahead", "ago"),
    [
        (timedelta(), "now", "now"),
        (MINUTE - SECOND, "now", "now"),
        (MINUTE, "in 1 minute", "1 minute ago"),
        (2 * HOUR - SECOND, "in 119 minutes", "119 minutes ago"),
        (2 * HOUR, "in 2 hours", "2 hours ago"),
        (2 * DAY - SECOND, "in 47 hours", "47 hours ago"),
        (2 * DAY, "in 2 days", "2 days ago"),
        (40 * DAY, "in 40 days", "40 days ago"),
    ],
)
def test_a_distance_is_told_in_the_largest_unit_that_fits_twice(away: timedelta, ahead: str, ago: str) -> None:
    with time_machine.travel(NOW, tick=False):
        for moment_of, words in ((NOW + away, ahead), (NOW - away, ago)):
            assert relative(moment_of, UNKNOWN).replace("\N{NO-BREAK SPACE}", " ") == words
        assert relative(NOW + away, ZoneInfo("UTC")) == ""


def test_what_is_kept_of_one_reader_is_not_shown_to_another() -> None:
    zones = ZoneInfo("UTC"), ZoneInfo("Asia/Tokyo")
    readers = [(language, zone) for language in ("en", "nl", "de", "fr", "pl") for zone in zones]
    shown = []
    for language, zone in readers:
        with translation.override(language):
            shown.append(moment(NOW, zone))
    assert len(set(shown)) == len(readers)
