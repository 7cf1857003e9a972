"""Waiting turns are announced in the title, in a sentence and by push; and a page shows a lost connection."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from accounts.hooks import JsonObject
from games.digifeud.model.board import DigifeudOptions
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers, Tolerance, Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.input_methods import keyboard
from tests.browser.meeting import arrive, seek
from tests.browser.playing import Player
from tests.browser.test_security import prove
from tests.browser.waiting import until
from tests.serving import Site

pytestmark = pytest.mark.own_windows

BADGE = """
navigator.setAppBadge = async (number) => { window.badge = number; };
navigator.clearAppBadge = async () => { window.badge = 0; };
"""
# A toast goes by itself, which may be before a busy machine has looked at it; here it stays.
LASTING = """
const { setTimeout } = window;
window.setTimeout = (work, ms, ...more) => setTimeout(work, ms === 5000 ? 600_000 : ms, ...more);
"""
SHOWN = """async (title) => {
  const registration = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 400; tries++) {
    const shown = (await registration.getNotifications()).map((one) => [one.title, one.body, one.data.path]);
    if (shown[0]?.[0] === title) return shown;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
KEPT = """async () => {
  const all = [];
  for (const name of await caches.keys()) all.push(...(await (await caches.open(name)).keys()));
  return [...new Set(all.map(({ url }) => `/${new URL(url).pathname.split("/")[1]}/`))].sort();
}"""
SUBSCRIBED = """async () => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const [point, secret] = [65, 16].map((size) => btoa(String.fromCharCode(...new Uint8Array(size).fill(4))));
  const body = new URLSearchParams({ endpoint: "https://push.example.org/7", p256dh: point, auth: secret });
  return (await fetch("/notifications/devices/", { method: "POST", body, headers: { "X-CSRFToken": token } })).status;
}"""
SUBSCRIPTION = """
const [point, secret] = [65, 16].map((size) => btoa(String.fromCharCode(...new Uint8Array(size).fill(4))));
const keys = { p256dh: point, auth: secret };
const subscription = { endpoint: "https://push.example.org/9", toJSON: () => ({ keys }) };
Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager", {
  get: () => ({ getSubscription: async () => subscription }),
});
"""
# A push manager whose subscription has a former key of the site, until the page subscribes again.
FORMER_KEY = """
const former = true;
Object.defineProperty(Notification, "permission", { get: () => "granted" }); // the headless shell denies it
Notification.requestPermission = async () => "granted";
window.unsubscribed = 0;
const [point, secret] = [65, 16].map((size) => btoa(String.fromCharCode(...new Uint8Array(size).fill(4))));
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const made = (name, key) => ({
  endpoint: `https://push.example.org/${name}`,
  options: { applicationServerKey: key.buffer },
  toJSON: () => ({ keys: { p256dh: point, auth: secret } }),
  unsubscribe: async () => { window.unsubscribed += 1; window.now = null; },
});
const present = () => bytes(document.documentElement.dataset.pushKey);
Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager", {
  get: () => ({
    getSubscription: async () => {
      window.now ??= made("old", former ? new Uint8Array(65) : present());
      return window.now;
    },
    subscribe: async ({ applicationServerKey }) => {
      window.subscribedWith = applicationServerKey;
      return (window.now = made("new", bytes(applicationServerKey)));
    },
  }),
});
"""
TAGS = """async (tag) => {
  const registration = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 400; tries++) {
    const tags = (await registration.getNotifications()).map((one) => one.tag).sort();
    if (tags.includes(tag)) return tags;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
WITHOUT = TAGS.replace("if (tags", "if (!tags")
APP: Device = {"service_workers": "allow", "permissions": ["notifications"]}


def meet(one: Page, other: Page) -> tuple[Player, Player]:
    """Begin a match of Digifeud; return both players, the one to move first."""
    players = []
    for page in (one, other):
        page.goto("/lobby/?game=digifeud")
        seek(page, "Correspondence")
    for page in (one, other):
        arrive(page)
        players.append(Player("", page, [keyboard], options=DigifeudOptions()))
    return (players[0], players[1]) if players[0].turn == "mine" else (players[1], players[0])


def test_a_turn_is_told_wherever_one_is(newcomer: Newcomers) -> None:
    mover, waiter = meet(newcomer("anna", "", device=DESKTOP), newcomer("bob", "", device=PHONE))
    board = waiter.page.url
    waiter.page.add_init_script(BADGE + LASTING)
    waiter.page.goto("/accounts/settings/")
    expect(waiter.page.locator("#my_turns")).to_be_hidden()

    mover.play()

    toast = waiter.page.locator(".toast")
    expect(toast).to_have_text(re.compile(r"\w+ moved in Digifeud: your turn\."))
    expect(waiter.page).to_have_title("(1) Settings · Numgames")
    expect(waiter.page.locator("#my_turns")).to_have_text(re.compile(r"Your turn\s+1"))
    assert waiter.page.evaluate("window.badge") == 1
    assert axe_in_story(waiter.page) == []
    toast.get_by_role("link").click()
    expect(waiter.page).to_have_url(board)
    arrive(waiter.page)
    expect(waiter.page).to_have_title(re.compile(r"^\(1\) Your turn"))
    expect(waiter.page.locator("#next")).to_be_hidden()

    waiter.play()

    expect(waiter.page.locator("#my_turns")).to_be_hidden()
    expect(waiter.page).to_have_title(re.compile(r"^\w+ – \w+"))
    assert waiter.page.evaluate("window.badge") == 0
    expect(mover.page).to_have_title(re.compile(r"^\(1\) Your turn"))


@pytest.mark.thorough
def test_a_test_of_the_notices_shows_what_became_of_it(newcomer: Newcomers) -> None:
    anna = newcomer("anna2", device=PHONE)
    anna.goto("/accounts/settings/#notifications")
    anna.get_by_role("button", name="Send a test").click()
    expect(anna.locator("#sent")).to_contain_text("push is not turned on in any of your browsers")
    expect(anna.locator("#sent")).to_contain_text("you have no confirmed e-\N{WORD JOINER}mail address")
    expect(anna.locator("#sent")).not_to_contain_text("waiting")
    assert axe_in_story(anna) == []


@pytest.mark.thorough
def test_the_list_that_looks_again_by_itself_keeps_the_focus(newcomer: Newcomers) -> None:
    anna, bob = newcomer("anna8"), newcomer("bob8")
    anna.goto("/accounts/settings/")
    assert anna.evaluate(SUBSCRIBED) == 204  # push waits for half a minute, in which the list looks again
    bob.goto("/lobby/new/?opponent=anna8")
    bob.get_by_role("button", name="Create challenge").click()
    expect(bob.locator("#waiting")).to_contain_text("Waiting for anna8 to answer")
    anna.goto("/notifications/")
    link = anna.locator("#sent a")
    expect(link).to_have_text("bob8 challenges you")
    link.focus()
    for _time in range(2):
        with anna.expect_response("**/notifications/"):
            pass
    expect(link).to_be_focused()


@pytest.mark.thorough
def test_a_browser_that_stays_signed_in_subscribes_again_after_signing_out_elsewhere(newcomer: Newcomers) -> None:
    anna = newcomer("anna9", device=APP)
    anna.add_init_script(SUBSCRIPTION)
    told: list[str] = []
    anna.on("response", lambda answer: told.append(answer.url) if answer.url.endswith("/devices/") else None)

    def tells(path: str) -> int:
        """Return how often the browser tells the server of its subscription on this page."""
        told.clear()
        anna.goto(path)
        anna.evaluate("navigator.serviceWorker.ready")
        anna.wait_for_load_state("networkidle")
        return len(told)

    assert [tells("/lobby/"), tells("/lobby/"), tells("/puzzles/")] == [1, 0, 0]
    anna.goto("/accounts/2fa/totp/activate/")
    prove(anna)
    assert tells("/accounts/security/") == 1  # the proof gave the browser a new session
    with anna.expect_response("**/devices/"):  # by the page that says so
        anna.get_by_role("button", name="Sign out everywhere else").click()
    assert tells("/lobby/") == 0
    anna.goto("/accounts/settings/#notifications")
    expect(anna.locator("#devices li")).to_have_count(1)


@pytest.mark.thorough
def test_the_boxes_are_kept(newcomer: Newcomers) -> None:
    anna = newcomer("anna3")
    anna.goto("/accounts/settings/#notifications")
    box = anna.get_by_label("It is your turn: E-\N{WORD JOINER}mail")
    box.uncheck()
    expect(anna.locator("#preferences .saved")).to_contain_text("Saved.")
    anna.reload()
    expect(box).not_to_be_checked()


@pytest.mark.whole_browser
def test_a_push_is_shown_and_opens_the_match(newcomer: Newcomers, site: Site) -> None:
    anna = newcomer("anna4", **APP)
    worker = working(anna)
    push(anna, site, {"title": "Your turn", "body": "bob moved", "path": "/matches/abcdefghij/", "tag": "abcdefghij"})
    push(anna, site, {"title": "2 days left", "body": "go", "path": "/matches/abcdefghij/", "tag": "abcdefghij"})
    shown = anna.evaluate(SHOWN, "2 days left")
    assert shown == [["2 days left", "go", "/matches/abcdefghij/"]]
    worker.evaluate("self.clients.openWindow = (path) => { self.opened = path; }; open('/matches/abcdefghij/')")
    assert worker.evaluate("self.opened") == "/matches/abcdefghij/"


@pytest.mark.thorough
@pytest.mark.whole_browser
def test_what_the_system_shows_goes_when_it_is_answered_and_when_the_player_signs_out(
    newcomer: Newcomers, site: Site
) -> None:
    anna, bob = newcomer("anna11", **APP), newcomer("bob11")
    anna.add_init_script(BADGE)
    meet(anna, bob)
    key = anna.url.split("/")[-2]
    anna.goto("/puzzles/")  # the lobby closes what is about challenges
    working(anna)
    for tag, more in {key: {}, "aaaaaaaaaa": {}, "message-1": {"turn": False}, "challenge-5": {"turn": False}}.items():
        words = {"title": tag, "tag": tag, "turn": True, "waiting": 2, "path": f"/matches/{tag}/", **more}
        push_until_shown(anna, site, words)
    push(anna, site, {"title": "now", "tag": "bbbbbbbbbb", "turn": True, "matches": [key, "bbbbbbbbbb"]})
    assert anna.evaluate(WITHOUT, "aaaaaaaaaa") == sorted(["bbbbbbbbbb", "challenge-5", key, "message-1"])
    anna.goto("/lobby/")
    assert anna.evaluate(WITHOUT, "challenge-5") == sorted(["bbbbbbbbbb", key, "message-1"])
    anna.goto(f"/matches/{key}/")
    assert anna.evaluate(WITHOUT, key) == ["bbbbbbbbbb", "message-1"]
    anna.goto("/accounts/logout/")
    anna.locator("main form").get_by_role("button").click()
    anna.wait_for_url("/")
    assert anna.evaluate(WITHOUT, "message-1") == []
    until(anna, "window.badge === 0")


@pytest.mark.thorough
def test_a_browser_with_a_former_key_of_the_site_subscribes_again(newcomer: Newcomers) -> None:
    anna = newcomer("anna12", device=APP)
    anna.add_init_script(FORMER_KEY)
    with anna.expect_response("**/notifications/devices/") as told:
        anna.goto("/puzzles/")
    assert told.value.status == 204
    assert "push.example.org%2Fnew" in (told.value.request.post_data or "")
    assert anna.evaluate("window.unsubscribed") == 1
    assert anna.evaluate("window.subscribedWith") == anna.locator("html").get_attribute("data-push-key")


@pytest.mark.thorough
def test_the_settings_say_that_push_lapsed_and_turn_it_on_again(newcomer: Newcomers) -> None:
    anna = newcomer("anna13", device=APP)
    anna.add_init_script(FORMER_KEY.replace("former = true", "former = false"))
    with anna.expect_response("**/notifications/devices/"):
        anna.goto("/puzzles/")
    anna.goto("/accounts/settings/#notifications")
    expect(anna.get_by_text("Push is on")).to_be_visible()
    anna.locator("#devices").get_by_role("button", name="Remove").click()  # as the server does after refusals
    anna.goto("/accounts/settings/#notifications")
    expect(anna.get_by_text("Push no longer works in this browser: turn it on again.")).to_be_visible()
    anna.get_by_role("button", name="Turn push on").click()
    expect(anna.get_by_text("Push is on")).to_be_visible()
    expect(anna.locator("#devices li")).to_have_count(1)


def push_until_shown(page: Page, site: Site, words: JsonObject) -> None:
    """Deliver a push message again if it is not shown: on a busy machine some that the browser took reach no worker."""
    for _delivery in range(3):
        push(page, site, words)
        if words["tag"] in (page.evaluate(TAGS, words["tag"]) or ()):
            return
    raise AssertionError(f"{words} is not shown")


def working(page: Page) -> Worker:
    """Return the service worker, once it is active."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    [worker] = page.context.service_workers
    return worker


def push(page: Page, site: Site, words: JsonObject) -> None:
    """Deliver a push message to the worker, as the browser's push service would."""
    line = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []  # JSON
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(20)
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.url, "registrationId": known[0]["registrationId"], "data": json.dumps(words)},
    )
    line.detach()


@pytest.mark.thorough
def test_without_a_connection_a_page_says_so_and_keeps_no_match(
    newcomer: Newcomers, site: Site, tolerate: Tolerance
) -> None:
    tolerate("WebSocket", "ERR_", "Failed to")
    anna, bob = newcomer("anna5", **APP), newcomer("bob5")
    mover, _waiter = meet(anna, bob)
    working(anna)
    board = anna.url
    anna.reload()

    assert site.stop() == 0
    anna.goto(board)
    expect(anna.get_by_role("heading", name="No connection")).to_be_visible()
    assert axe_in_story(anna) == []
    assert kept(anna) == ["/offline/", "/static/"]

    site.start()
    expect(anna.locator("#board")).to_be_visible()
    assert mover.page.url


def kept(page: Page) -> list[str]:
    """Return the first path segments of everything in the browser's caches."""
    paths: list[str] = page.evaluate(KEPT)
    return paths


@pytest.mark.thorough
def test_a_denied_permission_is_explained(window: Windows, newcomer: Newcomers) -> None:
    anna = newcomer("anna6", service_workers="allow")
    anna.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
    anna.goto("/accounts/settings/#notifications")
    expect(anna.get_by_text("Your browser blocks notifications from this site.")).to_be_visible()
    expect(anna.get_by_role("button", name="Turn push on")).to_be_hidden()


def test_an_iphone_is_told_to_install_first(newcomer: Newcomers) -> None:
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"
    anna = newcomer("anna7", "/accounts/settings/#notifications", device=PHONE, user_agent=agent)
    expect(anna.get_by_text("first put Numgames on the home screen")).to_be_visible()
