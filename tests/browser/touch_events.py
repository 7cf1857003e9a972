"""A finger that drags, by touch events sent to the browser: Playwright only taps."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.input_methods import middle

STEPS = 8
LIFT = 44  # pixels by which a tile floats above the finger

Point = tuple[float, float]


class Finger:
    """One finger on the page, from the touch to the lift."""

    def __init__(self, page: Page) -> None:
        """Create a finger that does not touch the page."""
        self.touches = page.context.new_cdp_session(page)
        self.at: Point = (0.0, 0.0)

    def press(self, x: float, y: float) -> None:
        """Touch the page here."""
        self._send("touchStart", x, y)

    def move(self, x: float, y: float, *, steps: int = STEPS) -> None:
        """Move here in a straight line."""
        left, top = self.at
        for step in range(1, steps + 1):
            self._send("touchMove", left + (x - left) * step / steps, top + (y - top) * step / steps)

    def lift(self) -> None:
        """Lift the finger."""
        self.touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.touches.detach()

    def _send(self, kind: str, x: float, y: float) -> None:
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self.at = (x, y)


def aim(start: Point, goal: Point) -> Point:
    """Return where the finger must be for a tile of the rack to float above the goal; the tile rises gradually."""
    across, down = goal
    far = down + LIFT <= start[1] - LIFT
    return across, down + LIFT if far else (down + start[1]) / 2


def drag(page: Page, tile: Locator, goal: Locator, *, lift: int = LIFT) -> None:
    """Drag a tile until it floats above the goal, with the finger `lift` pixels below it, and drop it."""
    start, (right, down) = middle(tile), middle(goal)
    finger = Finger(page)
    finger.press(*start)
    finger.move(right, down + lift)
    finger.lift()
