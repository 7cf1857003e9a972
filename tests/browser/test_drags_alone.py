"""Where a dragged tile goes on a page alone, and what ends a drag."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import BOARD, SEATED, told


def test_a_tile_is_dragged_to_where_it_is_let_go(alone: Alone) -> None:
    style = """<style>body { margin: 0 } #board { border-spacing: 0 } td { padding: 0; width: 60px; height: 60px }
      .tile { width: 40px; height: 40px } #rack { position: fixed; top: 300px; left: 0; margin: 0 }</style>"""
    story = (
        SEATED
        + """
      const { listenToDrags } = await load("drag");
      q("#match").setPointerCapture = () => {};
      listenToDrags(q("#match"), staging);
      let taps = 0;
      q("#match").addEventListener("click", () => { taps += 1; });
      const sends = (type, place, x, y, more = {}) => q(place).dispatchEvent(new PointerEvent(type,
        { bubbles: true, cancelable: true, pointerId: 1, pointerType: "mouse", clientX: x, clientY: y, ...more }));
      const says = (name) => told.push(`${name}: ${staging.placements.map(({ square, face }) => square + face)} `
        + `${texts("#rack .tile:not(.used)")} ${texts("body > .dragging")} ${ids(".target")} ${taps}`);
      const drag = (name, place, to, more = {}) => {
        const box = q(place).getBoundingClientRect();
        sends("pointerdown", place, box.x + 20, box.y + 20, more);
        for (const [x, y] of to) sends("pointermove", "#match", x, y, more);
        says(`${name} held`);
        sends("pointerup", "#match", ...to.at(-1), more);
        q("#rack").click();
        says(name);
      };
      const face = (one) => `#rack [data-face="${one}"]`;
      const start = q(face(5)).getBoundingClientRect();
      drag("a tap", face(5), [[start.x + 25, start.y + 23]]);
      drag("a right press", face(5), [[30, 30]], { button: 2 });
      drag("to a square", face(5), [[30, 30]]);
      drag("to a square that takes no such tile", face(8), [[30, 90]]);
      drag("from the rack what lies", face(5), [[150, 30]]);
      drag("from square to square", "#a1 .staged", [[150, 30]]);
      drag("beside the board", "#c1 .staged", [[400, 30]]);
      drag("along the rack", face(5), [[start.x + 75, start.y + 20]]);
      drag("too far to reach", face(5), [[270, 30]]);
      drag("by a finger", face(5), [[30, 130]], { pointerType: "touch" });
      const box = q(face(8)).getBoundingClientRect();
      sends("pointerdown", face(8), box.x + 20, box.y + 20);
      sends("pointermove", "#match", 90, 30);
      sends("pointermove", "#match", 150, 30, { pointerId: 2 });
      sends("pointerup", "#match", 150, 30, { pointerId: 2 });
      says("another pointer");
      told.push(sends("contextmenu", "#match", 90, 30));
      q("#match").dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
      says("another key");
      q("#match").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      says("Escape");
      told.push(sends("contextmenu", "#match", 90, 30));
      sends("pointerup", "#match", 90, 30);
      says("let go after it");
      for (const type of ["pointercancel", "lostpointercapture"]) {
        sends("pointerdown", face(8), box.x + 20, box.y + 20);
        sends("pointermove", "#match", 90, 30);
        sends(type, "#match", 90, 30);
        says(type);
      }
      return told;"""
    )
    assert told(alone("storage", style + BOARD), story) == [
        "a tap held:  5 8 +   0",
        "a tap:  5 8 +   1",
        "a right press held:  5 8 +   1",
        "a right press:  5 8 +   2",
        "to a square held:  5 8 + 5 a1 2",
        "to a square: a15 8 +   2",
        "to a square that takes no such tile held: a15 8 + 8  2",
        "to a square that takes no such tile: a15 8 +   2",
        "from the rack what lies held: a15 8 +   2",
        "from the rack what lies: a15 8 +   3",
        "from square to square held: a15 8 + 5 c1 3",
        "from square to square: c15 8 +   3",
        "beside the board held: c15 8 + 5  3",
        "beside the board:  5 8 +   3",
        "along the rack held:  5 8 + 5  3",
        "along the rack:  8 5 +   3",
        "too far to reach held:  8 5 + 5  3",
        "too far to reach:  8 5 +   3",
        "by a finger held:  8 5 + 5 a1 3",
        "by a finger: a15 8 +   3",
        "another pointer: a15 8 + 8 b1 3",
        False,
        "another key: a15 8 + 8 b1 3",
        "Escape: a15 8 +   3",
        True,
        "let go after it: a15 8 +   3",
        "pointercancel: a15 8 +   3",
        "lostpointercapture: a15 8 +   3",
    ]
