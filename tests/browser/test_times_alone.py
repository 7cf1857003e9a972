"""How scripts tell times: countdowns of the page, in the page's language."""

from __future__ import annotations

from tests.browser.alone import Alone


def test_a_time_is_told_in_its_two_largest_units(alone: Alone) -> None:
    page = alone("clock", "<i id=words data-days='{days}d {hours}h' data-hours='{hours}h {minutes}m'></i>")
    minute, hour, day = 60, 3_600, 86_400
    for seconds, spoken, digits in (
        (-5, "0:00", "0:00"),
        (59, "0:59", "0:59"),
        (hour - 1, "59:59", "59:59"),
        (hour, "1h 0m", "1:00:00"),
        (2 * hour - 1, "1h 59m", "1:59:59"),
        (day - minute, "23h 59m", "23:59:00"),
        (day, "1d 0h", "24:00:00"),
        (3 * day - 1, "2d 23h", "71:59:59"),
        (10 * day + 5 * hour + 9 * minute, "10d 5h", "245:09:00"),
    ):
        assert page.evaluate("seconds => [module.spoken(seconds), module.digits(seconds)]", seconds) == [spoken, digits]
