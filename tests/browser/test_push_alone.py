"""Push notifications of a browser alone: the server knows of the present one, and of none after a sign-out."""

from __future__ import annotations

import pytest

from tests.browser.alone import Alone
from tests.browser.waiting import until

# A browser that has subscribed with this key of the site, as `told` to the server; it does what `done` lists.
SUBSCRIBED = """([key, player, told]) => {
  document.documentElement.dataset.push = "mark";
  document.documentElement.dataset.pushKey = btoa("present").replace(/=+$/, "");
  if (told) localStorage.setItem("push", told); else localStorage.removeItem("push");
  window.done = [];
  const subscription = (name, key) => ({
    endpoint: name, toJSON: () => ({}), options: { applicationServerKey: new TextEncoder().encode(key) },
    unsubscribe: async () => { done.push(`ends ${name}`); },
  });
  const pushManager = {
    getSubscription: async () => key && subscription("one", key),
    subscribe: async () => { done.push("subscribes"); return subscription("two", "present"); },
  };
  window.fetch = async (_path, { body }) => { done.push(`tells ${body.get("endpoint")}`); return { ok: true }; };
  return module.renew({ pushManager }, player);
}"""


@pytest.mark.parametrize(
    ("key", "player", "told", "done", "kept"),
    [
        ("", "1", "", [], None),
        ("present", "1", "1 mark one", [], "1 mark one"),
        ("present", "1", "", ["tells one"], "1 mark one"),
        ("present", "1", "2 mark one", ["tells one"], "1 mark one"),
        ("present", "1", "1 former one", ["tells one"], "1 mark one"),
        ("former", "1", "1 mark one", ["ends one", "subscribes", "tells two"], "1 mark two"),
        ("present", "", "1 mark one", ["ends one"], None),
    ],
    ids=["never", "known", "new", "of another", "forgotten", "former key", "signed out"],
)
def test_a_browser_keeps_the_server_in_step_with_its_subscription(
    alone: Alone, key: str, player: str, told: str, done: list[str], kept: str | None
) -> None:
    page = alone("push")
    page.evaluate(SUBSCRIBED, [key, player, told])
    assert page.evaluate("done") == done
    assert page.evaluate("localStorage.getItem('push')") == kept


HERE = """<div id=push_here><button data-do=on data-when="off failed">On</button>
  <button data-do=off data-when=on>Off</button><p data-when=denied>Denied</p><p data-when=failed>Failed</p></div>
  <ul id=devices></ul>"""
# The settings of a browser whose player answers the question for permission, and whose server accepts a device or not.
ASKED = """async ([answer, ok]) => {
  const subscription = { endpoint: "one", toJSON: () => ({}), options: {}, unsubscribe: async () => {} };
  let subscribed = null;
  const pushManager = {
    getSubscription: async () => subscribed, subscribe: async () => (subscribed = subscription),
  };
  const registration = { pushManager };
  const worker = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, "serviceWorker", { value: worker, configurable: true });
  window.PushManager = class {};
  window.Notification = { permission: "default", requestPermission: async () => (Notification.permission = answer) };
  window.fetch = async () => ({ ok });
  await import("/static/js/settings.js");
}"""
SEEN = "[...push_here.children].filter((part) => !part.hidden).map((part) => part.textContent).join()"


@pytest.mark.parametrize(("answer", "ok", "seen"), [("denied", True, "Denied"), ("granted", False, "On,Failed")])
def test_the_settings_say_why_push_is_not_on(alone: Alone, answer: str, seen: str, *, ok: bool) -> None:
    page = alone("push", HERE)
    page.evaluate(ASKED, [answer, ok])
    until(page, f"{SEEN} === 'On'")
    page.locator("[data-do=on]").click()
    until(page, f"{SEEN} === '{seen}'")


def test_the_settings_are_loaded_again_with_the_device_that_is_on(alone: Alone) -> None:
    page = alone("push", HERE)
    page.evaluate(ASKED, ["granted", True])
    until(page, f"{SEEN} === 'On'")
    with page.expect_navigation():
        page.locator("[data-do=on]").click()
