"""A finger that drags: Playwright taps, but does not drag, so the touches are sent to the browser itself."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.hands import middle

STEPS = 8
LIFT = 44  # pixels that a tile floats above the finger

Point = tuple[float, float]


class Finger:
    """One finger on the page, from the touch to the lift."""

    def __init__(self, page: Page) -> None:
        """A finger that does not touch yet."""
        self.touches = page.context.new_cdp_session(page)
        self.at: Point = (0.0, 0.0)

    def press(self, x: float, y: float) -> None:
        """Touches here."""
        self._send("touchStart", x, y)

    def move(self, x: float, y: float, *, steps: int = STEPS) -> None:
        """Moves on to here in a straight line."""
        left, top = self.at
        for step in range(1, steps + 1):
            self._send("touchMove", left + (x - left) * step / steps, top + (y - top) * step / steps)

    def lift(self) -> None:
        """Lets go."""
        self.touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.touches.detach()

    def _send(self, kind: str, x: float, y: float) -> None:
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self.at = (x, y)


def aim(start: Point, goal: Point) -> Point:
    """Where the finger has to be for a tile of the rack to float above the goal: it rises with the finger at first."""
    across, down = goal
    far = down + LIFT <= start[1] - LIFT
    return across, down + LIFT if far else (down + start[1]) / 2


def drag(page: Page, tile: Locator, goal: Locator, *, lift: int = LIFT) -> None:
    """Drags a tile until it floats above the goal, the finger `lift` pixels below it, and lets go."""
    start, (right, down) = middle(tile), middle(goal)
    finger = Finger(page)
    finger.press(*start)
    finger.move(right, down + lift)
    finger.lift()
