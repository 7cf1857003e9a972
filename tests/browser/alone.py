"""Pages of one script, without a site: what `alone` of conftest opens.

A page has nothing but the elements that a script needs; its files come from the repository, its clock stands still
until a test sets it forward, and its socket is a stand-in that a test opens, speaks through and closes.
"""

from __future__ import annotations

from typing import Protocol
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from tests.serving import HOME

SITE = "http://scripts.example/"
BEFORE, NOON = "2026-11-29T11:59:00Z", "2026-11-29T12:00:00Z"
# What stands in for the server: sockets that do as a test tells them, and posts that get the answers of a test.
STAND_INS = """
window.htmx = { process() {}, async swap({ text, target }) { target.outerHTML = text; } };
window.sockets = [];
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  sent = [];
  readyState = 0;
  constructor(url) { super(); this.url = String(url); sockets.push(this); }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.readyState = 3; }
  opens() { this.readyState = 1; this.dispatchEvent(new Event("open")); }
  says(message) { this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) })); }
  breaks(code, reason = "") { this.close(); this.dispatchEvent(new CloseEvent("close", { code, reason })); }
};
Math.random = () => 0.999;
"""


class Alone(Protocol):
    """Opens a page with these elements in which a module's functions are `module`."""

    def __call__(self, module: str, elements: str = "") -> Page:
        """Return the page; its clock stands still."""


def opener(context: BrowserContext) -> Alone:
    """Return what opens such pages in this context."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            route.fulfill(path=HOME / path[1:], content_type="text/javascript")
        else:
            route.fulfill(
                body="<!DOCTYPE html><html lang=en data-user=1><title>Alone</title></html>", content_type="text/html"
            )

    def open_page(module: str, elements: str = "") -> Page:
        page = context.new_page()
        page.route("**/*", answer)
        page.add_init_script(STAND_INS)
        page.clock.install(time=BEFORE)
        page.goto(SITE)
        page.clock.pause_at(NOON)
        page.evaluate("elements => { document.body.innerHTML = elements; }", elements)
        page.evaluate("async path => { window.module = await import(path); }", f"/static/js/{module}.js")
        return page

    return open_page
