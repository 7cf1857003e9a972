"""How scripts tell times: countdowns of the page, in the page's language."""

from __future__ import annotations

from tests.browser.alone import NOON, Alone


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


def test_a_low_clock_warns_its_own_player_once_a_turn_and_each_clock_runs_out_once(alone: Alone) -> None:
    face = "<time class=clock {} data-deadline='2026-11-29T12:00:{}Z'></time>"
    page = alone("clock", f"<i data-now={NOON}></i>{face.format('data-mine', 50)}{face.format('', 40)}")
    page.evaluate(
        "() => { window.events = []; module.run({ low: () => events.push('low'), out: () => events.push('out') }); }"
    )
    for seconds, own, opponents, events in (
        (0, "0:50", "0:40", []),
        (15, "0:35", "0:25", []),
        (10, "0:25", "0:15", ["low"]),
        (16, "0:09", "0:00", ["low", "out"]),
        (20, "0:00", "0:00", ["low", "out", "out"]),
    ):
        page.clock.run_for(1000 * seconds)
        assert page.locator("time").all_text_contents() == [own, opponents]
        assert page.evaluate("events") == events
    page.evaluate("document.querySelector('[data-mine]').dataset.deadline = '2026-11-29T12:01:25Z'")  # of the next turn
    page.clock.run_for(1000)
    assert page.evaluate("events") == ["low", "out", "out", "low"]
