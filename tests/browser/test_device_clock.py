"""Clocks of pages on devices whose own clock is wrong from the beginning, is set meanwhile, or which have slept."""

from __future__ import annotations

import json
from typing import Unpack

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import DESKTOP, Device
from tests.browser.stories import sit_alone, sit_down
from tests.browser.waiting import until
from tests.serving import Site
from tests.sizes import cases

pytestmark = pytest.mark.own_windows

# The device's clock is `off` milliseconds ahead, and its monotonic clock has stood still for `slept` of them: the
# page's own scripts see nothing else. `trueNow` is the clock of this machine, which is the server's too.
DEVICE = """
window.off = %d;
window.slept = 0;
window.trueNow = Date.now.bind(Date);
const ticks = performance.now.bind(performance);
performance.now = () => ticks() - window.slept;
window.Date = class extends Date {
  constructor(...given) { given.length ? super(...given) : super(window.trueNow() + window.off); }
  static now() { return window.trueNow() + window.off; }
};
"""
# Whether this clock of the page has been drawn since `drawn` and agrees with the server's to two seconds.
AGREES = """([selector, drawn]) => {
  const clock = document.querySelector(selector);
  if (!clock || clock.textContent === drawn) return false;
  const [seconds, minutes, hours = 0] = clock.textContent.split(":").map(Number).reverse();
  const left = (Date.parse(clock.dataset.deadline || clock.dateTime) - trueNow()) / 1000;
  return Math.abs(left - (seconds + 60 * minutes + 3600 * hours)) < 2;
}"""
SLOW = """
window.heard = 0;
const add = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (name, listener) {
  const later = (event) => setTimeout(() => { listener(event); window.heard += 1; }, 4000);
  add.call(this, name, name === "message" ? later : listener);
};
"""
RUNNING = "#scores .clock.running"
SLIPS = [-60_000, 155_000, 30 * 3_600_000]
SPRINT = """
import json
from django.test import Client
from accounts.models import User
from games.puzzles.models import Puzzle, Run
from games.puzzles.services.selection import FEWEST_IN_RUN
from games.puzzles.services.runs import start_run
from tests.puzzles.conftest import make_puzzle
if not Puzzle.objects.exists():
    for number in range(FEWEST_IN_RUN + 2):  # without those of today and tomorrow
        make_puzzle(number=number + 1, rating=1000.0)
anna = User.objects.create_user("sprinter " + str(User.objects.count()))
browser = Client()
browser.force_login(anna)
run = start_run(anna, "digifeud", Run.Kind.SPRINT)
print(json.dumps([run.pk, browser.cookies["sessionid"].value]))
"""


def on_device(window: Windows, script: str) -> Windows:
    """Return what opens windows in which this script runs before those of each page."""

    def open_window(*, device: Device = DESKTOP, javascript: bool = True, **more: Unpack[Device]) -> Page:
        page = window(device=device, javascript=javascript, **more)
        page.context.add_init_script(script)
        return page

    return open_window


def expect_right(page: Page, selector: str = RUNNING) -> None:
    """Wait until the clock has been drawn once more, and agrees with the server's."""
    until(page, AGREES, arg=[selector, page.locator(selector).text_content()])


@cases("by", {"slow": -90_000, "fast": 90_000}, default=["slow"])
def test_clocks_are_right_on_a_device_whose_clock_is_not(site: Site, window: Windows, by: int) -> None:
    anna, bob = sit_down(site, on_device(window, DEVICE % by), "digifeud", ["pass", "pass"], live=True)
    for page in (anna, bob):
        expect_right(page)
        expect(page.locator("#scores .clock.low")).to_have_count(0)


@pytest.mark.thorough
@cases("by", {str(by): by for by in SLIPS}, default=["155000"])
def test_clocks_stay_right_when_the_devices_clock_is_set(site: Site, window: Windows, by: int) -> None:
    anna = sit_alone(site, on_device(window, DEVICE % 0), "digifeud", ["pass", "pass"], live=True)
    expect_right(anna)
    for off in (by, 0):  # and back
        anna.evaluate("off => { window.off = off; }", off)
        expect_right(anna)
        expect_right(anna)


def test_clocks_are_right_again_after_the_device_has_slept(site: Site, window: Windows) -> None:
    anna = sit_alone(site, on_device(window, DEVICE % 0), "digifeud", ["pass", "pass"], live=True)
    expect_right(anna)
    anna.evaluate("() => { window.slept = 60_000; }")
    expect_right(anna)


@pytest.mark.thorough
def test_a_slow_answer_moves_no_clock(site: Site, window: Windows) -> None:
    anna = sit_alone(site, on_device(window, DEVICE % 0 + SLOW), "digifeud", ["pass", "pass"], live=True)
    until(anna, "() => window.heard > 1")
    expect_right(anna)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "by", "time"), [("anna", -90_000, "5+8"), ("bob", 90_000, "3+5")])
def test_the_lobby_counts_by_the_servers_time(newcomer: Newcomers, name: str, by: int, time: str) -> None:
    anna = newcomer(name)
    anna.context.add_init_script(DEVICE % by)
    anna.goto("/lobby/new/")
    offer = anna.get_by_role("region", name="New challenge")
    offer.get_by_label("Time", exact=True).select_option(time)
    anna.get_by_role("button", name="Create challenge").click()
    waiting = anna.locator("#waiting .since")
    expect(waiting).to_have_text("0:03")


@pytest.mark.thorough
@cases("by", {"slow": -90_000, "fast": 90_000}, default=["fast"])
def test_a_sprint_ends_by_the_servers_time(site: Site, window: Windows, by: int) -> None:
    run, session = json.loads(site.manage("shell", "-v0", "-c", SPRINT).splitlines()[-1])
    anna = on_device(window, DEVICE % by)()
    anna.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    anna.goto(f"/puzzles/run/{run}/")
    expect_right(anna, "#task .clock")
    anna.evaluate("off => { window.off = off; }", -by)
    expect_right(anna, "#task .clock")
    anna.evaluate("() => { window.slept = 40_000; }")
    expect_right(anna, "#task .clock")
