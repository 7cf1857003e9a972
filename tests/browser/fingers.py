"""A finger that drags: Playwright taps, but does not drag, so the touches are sent to the browser itself."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.hands import middle

STEPS = 8
LIFT = 44  # pixels that a tile floats above the finger


def drag(page: Page, tile: Locator, goal: Locator, *, lift: int = LIFT) -> None:
    """Drags a tile until it floats above the goal, the finger `lift` pixels below it, and lets go."""
    (x, y), (right, down) = middle(tile), middle(goal)
    touches = page.context.new_cdp_session(page)
    for step in range(STEPS + 1):
        point = {"x": x + (right - x) * step / STEPS, "y": y + (down + lift - y) * step / STEPS}
        kind = "touchMove" if step else "touchStart"
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touches.detach()
