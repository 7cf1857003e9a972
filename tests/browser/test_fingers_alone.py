"""What a script makes of fingers and mice on a page alone: swipes, a board that scrolls, presses that count."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import told

TOUCHES = """
  const finger = (target, x, y, identifier = 1) => new Touch({ identifier, target, clientX: x, clientY: y });
  const touches = (name, target, fingers, changed = fingers) => target.dispatchEvent(
    new TouchEvent(name, { bubbles: true, cancelable: true, touches: fingers, changedTouches: changed }));
"""


def test_a_swipe_turns_the_page_only_if_it_is_meant(alone: Alone) -> None:
    elements = """<style>.box { width: 99px } .wide { width: 300px }</style><nav id=replay-nav><a rel=prev>Before</a>
      <a rel=next>After</a></nav><p id=plain>x</p><input id=input><textarea id=area></textarea>
      <select id=select></select><div class=box style='overflow-x: auto'><p class=wide><b id=scrolled>x</b></div>
      <div class=box style='overflow-x: scroll'><p class=wide id=forced>x</div>
      <div class=box style='overflow: hidden'><p class=wide id=hidden>x</div>
      <div class=box style='overflow-x: auto'><p id=fitting>x</div>"""
    story = (
        TOUCHES
        + """
      await load("swipe");
      const told = [];
      let way = "-";
      addEventListener("error", ({ message }) => told.push(message));
      document.addEventListener("click", ({ target }) => { way = target.rel; });
      const see = (name) => { told.push(`${name} ${way}`); way = "-"; };
      const swipe = (name, place, right, down, end = 1) => {
        touches("touchstart", q(place), [finger(q(place), 100, 100)]);
        touches("touchend", q(place), [], [finger(q(place), 100 + right, 100 + down, end)]);
        see(name);
      };
      swipe("left", "#plain", -48, 0);
      swipe("right", "#plain", 48, 24);
      swipe("right and up", "#plain", 60, -30);
      swipe("short", "#plain", 47, 0);
      swipe("steep", "#plain", -60, 31);
      swipe("steep up", "#plain", -60, -31);
      swipe("down", "#plain", 0, 90);
      swipe("of another finger", "#plain", -90, 0, 2);
      touches("touchend", q("#plain"), [], [finger(q("#plain"), 10, 100)]);
      see("then of its own");
      touches("touchend", q("#plain"), [], [finger(q("#plain"), 10, 100)]);
      see("again");
      for (const place of ["input", "area", "select", "scrolled", "forced", "hidden", "fitting"])
        swipe(place, `#${place}`, -90, 0);
      const two = [finger(q("#plain"), 100, 100), finger(q("#plain"), 150, 100, 2)];
      touches("touchstart", q("#plain"), two.slice(0, 1));
      touches("touchstart", q("#plain"), two);
      touches("touchend", q("#plain"), [], [finger(q("#plain"), 10, 100)]);
      see("two fingers");
      touches("touchstart", q("#plain"), two.slice(0, 1));
      touches("touchcancel", q("#plain"), []);
      touches("touchend", q("#plain"), [], [finger(q("#plain"), 10, 100)]);
      see("cancelled");
      q("[rel=next]").remove();
      swipe("at the end", "#plain", -90, 0);
      swipe("back from it", "#plain", 90, 0);
      return told;"""
    )
    assert told(alone("storage", elements), story) == [
        "left next",
        "right prev",
        "right and up prev",
        "short -",
        "steep -",
        "steep up -",
        "down -",
        "of another finger -",
        "then of its own next",
        "again -",
        "input -",
        "area -",
        "select -",
        "scrolled -",
        "forced -",
        "hidden next",
        "fitting next",
        "two fingers -",
        "cancelled -",
        "at the end -",
        "back from it prev",
    ]


PANE = """<style>body { margin: 0 } #pane { width: 150px; height: 150px; overflow: auto }
  #board { border-spacing: 0 } td { padding: 0; min-width: max(20px, var(--wanted, 50px));
  height: max(20px, var(--wanted, 50px)) } .dragging { position: fixed; width: 20px; height: 20px }</style>"""
LARGE = (
    "<table id=board>"
    + "".join("<tr>" + "".join(f"<td id={column}{row} tabindex=-1></td>" for column in "abcdef") for row in range(1, 7))
    + "</table>"
)
WIDE = f"""{PANE}<main id=main><div id=match data-match=m data-seat=1><div id=match_view data-ply=4>
  <div id=pane>{LARGE}</div></div><button id=in data-zoom=in></button><button id=out data-zoom=out></button>
  <button id=whole data-zoom=whole></button><canvas id=map style='width: 60px; height: 60px; accent-color: red'>
  </canvas></div></main><p id=rack></p>"""


def test_a_tile_at_the_edge_scrolls_the_board(alone: Alone) -> None:
    story = """
      let frames = [];
      let now = 1000;
      window.requestAnimationFrame = (act) => frames.push(act);
      performance.now = () => now;
      const told = [];
      const { Edges } = await load("edges");
      new Edges(q("#match"), () => q("#pane"));
      const moves = () => q("#match").dispatchEvent(new Event("pointermove"));
      const frame = (pause = 50) => {
        now += pause;
        frames.splice(0).forEach((act) => act(now));
      };
      const at = (name, x, y, pause = 50) => {
        q(".dragging").style.cssText = `left: ${x - 10}px; top: ${y - 10}px`;
        q("#pane").scrollTo(75, 75);
        frame(pause);
        told.push(`${name} ${q("#pane").scrollLeft - 75} ${q("#pane").scrollTop - 75}`);
      };
      const drag = () => {
        document.body.insertAdjacentHTML("beforeend", "<b class=dragging></b>");
        moves();
      };
      moves();
      told.push(frames.length);
      drag();
      moves();
      told.push(frames.length);
      at("from outside", 140, 75);
      at("not far enough inside", 111, 75);
      at("not far enough down", 75, 111);
      at("still at the edge", 140, 75);
      at("inside", 75, 75);
      at("just inside", 125, 75);
      at("a little out", 126, 75);
      at("more", 140, 75);
      at("outside", 189, 75);
      at("too far outside", 191, 75);
      at("left", 10, 75);
      at("above", 75, 10);
      at("below", 75, 140);
      at("in a corner", 10, 140);
      at("too far below", 140, 191);
      at("late frame", 140, 75, 500);
      at("quick frame", 140, 75, 10);
      at("earlier frame", 140, 75, -20);
      q(".dragging").remove();
      frame();
      told.push(frames.length);
      drag();
      at("next tile", 140, 75);
      q("#pane").id = "gone";
      frame();
      told.push(frames.length);
      moves();
      told.push(frames.length);
      return told;"""
    assert told(alone("storage", WIDE), story) == [
        0,
        1,
        "from outside 0 0",
        "not far enough inside 0 0",
        "not far enough down 0 0",
        "still at the edge 0 0",
        "inside 0 0",
        "just inside 0 0",
        "a little out 7 0",
        "more 15 0",
        "outside 44 0",
        "too far outside 0 0",
        "left -15 0",
        "above 0 -15",
        "below 0 15",
        "in a corner -15 15",
        "too far below 0 0",
        "late frame 15 0",
        "quick frame 3 0",
        "earlier frame 0 0",
        0,
        "next tile 0 0",
        0,
        0,
    ]


ZOOMED = (
    TOUCHES
    + """
  const { Staging } = await load("staging");
  const { Cursor } = await load("cursor");
  const { Zoom } = await load("zoom");
  const staging = new Staging(q("#match"));
  const cursor = new Cursor(staging);
  const pane = q("#pane");
  const zoom = new Zoom(staging);
  const told = [];
  const see = (name) => told.push(`${name}: ${[zoom.size, pane.scrollLeft, pane.scrollTop].map(Math.round)}`);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const does = async (name, act) => {
    act();
    await frame();
    see(name);
  };
"""
)


def test_a_large_board_is_zoomed_and_stays_where_one_left_it(alone: Alone) -> None:
    story = (
        ZOOMED
        + """
      cursor.go(q("#a1"), true);
      await does("cursor", () => document.body.click());
      await does("cursor far away", () => { cursor.go(q("#f6"), false); key("x"); });
      pane.scrollTo(0, 0);
      await does("same cursor", () => document.body.click());
      await does("same cursor, by a key", () => key("x"));
      await does("no cursor", () => { cursor.hide(); key("x"); });
      await does("the cursor again", () => { cursor.go(q("#f6"), false); key("x"); });
      await does("back", () => { cursor.go(q("#a1"), false); document.body.click(); });
      await does("out", () => told.push(key("PageUp")));
      await does("in", () => key("PageDown"));
      q("#rack").tabIndex = -1;
      q("#rack").focus();
      await does("elsewhere", () => told.push(key("PageUp")));
      for (const name of ["out", "in", "whole"]) await does(`button ${name}`, () => q(`#${name}`).click());
      const wheel = (target, deltaY, ctrlKey) => {
        const event = new WheelEvent("wheel", { deltaY, ctrlKey, bubbles: true, cancelable: true });
        q(target).dispatchEvent(event);
        told.push(event.defaultPrevented);
      };
      await does("wheel", () => wheel("#c3", -60, false));
      await does("wheel with Ctrl", () => wheel("#c3", -60, true));
      await does("large notch", () => wheel("#c3", -600, true));
      await does("back a bit", () => wheel("#c3", 20, true));
      await does("large notch back", () => wheel("#c3", 600, true));
      await does("beside", () => wheel("#map", -60, true));
      const pair = (apart, place = "#c3") =>
        [finger(q(place), 75 - apart / 2, 75), finger(q(place), 75 + apart / 2, 75, 2)];
      q("#whole").click();
      await does("pinch", () => {
        touches("touchstart", q("#c3"), pair(40));
        told.push(touches("touchmove", q("#c3"), pair(80)));
      });
      await does("one finger", () => told.push(touches("touchmove", q("#c3"), pair(40).slice(1))));
      await does("lifted", () => {
        touches("touchend", q("#c3"), []);
        told.push(touches("touchmove", q("#c3"), pair(20)));
      });
      await does("three fingers", () => {
        touches("touchstart", q("#c3"), [...pair(40), finger(q("#c3"), 90, 90, 3)]);
        told.push(touches("touchmove", q("#c3"), pair(80)));
      });
      await does("beside with two", () => {
        touches("touchstart", q("#map"), pair(40, "#map"));
        told.push(touches("touchmove", q("#map"), pair(80, "#map")));
      });
      return told;"""
    )
    assert told(alone("storage", WIDE), story) == [
        "cursor: 50,0,0",
        "cursor far away: 50,150,150",
        "same cursor: 50,0,0",
        "same cursor, by a key: 50,0,0",
        "no cursor: 50,0,0",
        "the cursor again: 50,150,150",
        "back: 50,0,0",
        False,
        "out: 36,0,0",
        "in: 50,30,30",
        True,
        "elsewhere: 50,30,30",
        "button out: 36,0,0",
        "button in: 50,30,30",
        "button whole: 20,0,0",
        False,
        "wheel: 20,0,0",
        True,
        "wheel with Ctrl: 27,0,0",
        True,
        "large notch: 36,0,0",
        True,
        "back a bit: 33,0,0",
        True,
        "large notch back: 24,0,0",
        False,
        "beside: 24,0,0",
        False,
        "pinch: 40,75,75",
        True,
        "one finger: 40,75,75",
        True,
        "lifted: 40,75,75",
        True,
        "three fingers: 40,75,75",
        True,
        "beside with two: 40,75,75",
    ]


def test_a_large_board_shows_what_is_pressed_and_played(alone: Alone) -> None:
    story = (
        ZOOMED
        + """
      const map = q("#map").getBoundingClientRect();
      const press = (target, pointerType, x, y, detail = 1) => q(target).dispatchEvent(
        new PointerEvent("click", { bubbles: true, pointerType, detail, clientX: x, clientY: y }));
      await does("map", () => press("#map", "mouse", map.right - 20, map.top + 30));
      let taps = 0;
      q("#board").addEventListener("click", () => { taps += 1; });
      const small = async (name, type, detail, before = () => {}) => {
        q("#whole").click();
        zoom.to(22);
        pane.scrollTo(0, 0);
        staging.selected = staging.placed = null;
        before();
        await does(name, () => press("#c3", type, 50, 50, detail));
        told.push(taps);
      };
      await small("mouse on a small square", "mouse", 1);
      await small("finger", "touch", 1);
      await small("by a key", "touch", 0);
      await small("with a tile", "touch", 1, () => { staging.selected = {}; });
      await small("with a laid tile", "touch", 1, () => { staging.placed = {}; });
      await small("on a laid tile", "touch", 1, () => { q("#c3").innerHTML = "<b class=staged></b>"; });
      await does("on a large square", () => { press("#c3", "touch", 50, 50); });
      const turn = (name, ply, marks = {}) => does(name, () => {
        pane.scrollTo(40, 40);
        for (const [square, mark] of Object.entries(marks)) q(`#${square}`).className = mark;
        q("#match_view").dataset.ply = ply;
        staging.dispatchEvent(new Event("drawn"));
      });
      cursor.hide();
      zoom.to(40);
      zoom.ply = "";
      await turn("no turn yet", 4);
      q("#e2").innerHTML = "<b>5</b>";
      await turn("a turn", 5);
      await turn("the last turn", 6, { e5: "last" });
      await turn("the same turn", 6, { e5: "", a5: "last" });
      await turn("in view", 7, { a5: "", c3: "last" });
      zoom.ply = "";
      await turn("at first in view", 8);
      Object.assign(staging.kept, { tiles: [{ face: "5", square: "f3", at: 1 }] });
      await turn("while a tile lies", 9, { a5: "last", c3: "" });
      zoom.ply = "";
      await turn("at first with a laid tile", 9, { d4: "placed" });
      await tick(50);
      const picture = q("#map").toDataURL();
      pane.scrollTo(90, 0);
      await tick(50);
      told.push(picture === q("#map").toDataURL());
      return [...told, taps];"""
    )
    assert told(alone("storage", WIDE), story) == [
        "map: 50,125,75",
        "mouse on a small square: 22,0,0",
        1,
        "finger: 36,32,32",
        2,
        "by a key: 36,15,15",
        3,
        "with a tile: 36,32,32",
        3,
        "with a laid tile: 36,32,32",
        3,
        "on a laid tile: 36,32,32",
        3,
        "on a large square: 36,32,32",
        "no turn yet: 40,25,25",
        "a turn: 40,65,5",
        "the last turn: 40,90,90",
        "the same turn: 40,40,40",
        "in view: 40,40,40",
        "at first in view: 40,25,25",
        "while a tile lies: 40,40,40",
        "at first with a laid tile: 40,65,65",
        False,
        4,
    ]
