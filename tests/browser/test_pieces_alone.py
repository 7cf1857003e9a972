"""What a player does with tiles, squares and buttons, told to one script after the other, without a site."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.alone import Alone

HELPERS = """() => {
  window.q = (selector) => document.querySelector(selector);
  window.texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim()).join(" ");
  window.ids = (selector) => [...document.querySelectorAll(selector)].map((one) => one.id).join(" ");
  window.tick = (pause = 0) => new Promise((done) => setTimeout(done, pause));
  window.key = (name, more = {}) => (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
  window.load = (name) => import(`/static/js/${name}.js`);
  window.fires = (name, detail, target = document) =>
    target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
}"""
WORDS = """<i id=words data-picked="{count}, {stays} stay" data-noplace="No place for {face}" data-notile="No {face}"
 data-right=Right data-down=Down data-left=Left data-up=Up data-signs='{"+":"plus"}' data-keypad=Keys data-erase=Erase
 data-unused=unused data-empty=empty data-last=last data-litgood=good data-worth='{"1":"{number} point","0 2":
 "{number} points"}' data-lies="on {square}" data-digit="Which?"></i><p id=notice></p>"""
TILE = "<button class='tile {1}' data-face={0}>{0}</button>"
RACK = "".join(TILE.format(face, "number" if face.isdigit() else "symbol") for face in "58+")
TAKES = "".join(
    "<tr>"
    + "".join(f"<td id={column}{row} tabindex=-1 {'data-takes=number' if row != 2 else ''}></td>" for column in "abc")
    for row in (1, 2, 3)
)
BOARD = f"""{WORDS}<main id=main><div id=match data-match=m data-confirm=always data-seat=1>
<div id=match_view data-turn=mine data-ply=4><table id=board>{TAKES}</table></div><p id=rack>{RACK}</p>
<button id=recall>Recall</button><button id=sort>Sort</button><button id=shuffle>Shuffle</button></div></main>"""
SEATED = """
  const { Staging } = await load("staging");
  const { Cursor } = await load("cursor");
  const staging = new Staging(q("#match"));
  const cursor = new Cursor(staging);
  staging.refresh();
  const told = [];
  const see = () => told.push([
    staging.placements.map(({ square, face }) => `${square}:${face}`).join(" ") || "-",
    staging.selected?.face ?? "-",
    cursor.shown ? `${cursor.square} ${cursor.direction}` : "-",
  ].join(", "));
"""
# Timers that a story sets forward itself, so that it waits for nothing.
TIMERS = """
  const moment = window.setTimeout;
  const timers = new Map();
  let [passed, number] = [0, 0];
  window.setTimeout = (act, pause = 0) => {
    timers.set((number += 1), { act, at: passed + pause });
    return number;
  };
  window.clearTimeout = (one) => timers.delete(one);
  const passes = async (pause) => {
    passed += pause;
    for (const [one, { act, at }] of [...timers])
      if (at <= passed && timers.delete(one)) act();
    await new Promise((done) => moment(done, 1));
  };
"""


def told(page: Page, story: str) -> object:
    """Return what a story tells, which awaits what it does."""
    page.evaluate(HELPERS)
    page.clock.resume()
    return page.evaluate(f"async () => {{ {story} }}")


def test_taps_lay_take_and_turn(alone: Alone) -> None:
    story = (
        SEATED
        + """
      const { listenToTaps } = await load("taps");
      listenToTaps(q("#match"), cursor, { tap: (square) => square === "c3" });
      const taps = "#rack [data-face='5'];#rack [data-face='5'];#rack [data-face='5'];#a1;#a1 .staged;#b2;#b2;"
        + "#rack [data-face='8'];#b3;#rack [data-face='5'];#c3;#rack [data-face='+'];#a3;#recall;#c3;#b1;"
        + "#rack [data-face='5'];#rack [data-face='8'];#a1";
      for (const place of taps.split(";")) {
        q(place).click();
        await tick();
        see();
      }
      return told;"""
    )
    assert told(alone("storage", BOARD), story) == [
        "-, 5, -",
        "-, -, -",
        "-, 5, -",
        "a1:5, -, -",
        "-, -, -",
        "-, -, b2 r",
        "-, -, b2 d",
        "-, 8, b2 d",
        "b3:8, -, -",
        "b3:8, 5, -",
        "b3:8 c3:5, -, -",
        "b3:8 c3:5, +, -",
        "b3:8 c3:5, +, -",
        "-, -, -",
        "-, -, -",
        "-, -, b1 d",
        "b1:5, -, b2 d",
        "b1:5 b3:8, -, b3 d",
        "b1:5 a1:8, -, -",
    ]


def test_keys_go_type_and_take_back(alone: Alone) -> None:
    story = (
        SEATED
        + """
      const { listenToKeys } = await load("keys");
      let played = 0;
      listenToKeys(q("#match"), cursor, { tap: () => false }, () => { played += 1; });
      cursor.go(q("#a1"), true);
      const keys = "ArrowRight ArrowDown End Home ^End ^Home 5 8 7 Backspace Enter Delete ArrowLeft Delete Escape";
      for (const name of [...keys.split(" "), " ", "8", "Escape", "Escape"]) {
        const ctrlKey = name[0] === "^";
        key(ctrlKey ? name.slice(1) : name, { ctrlKey });
        await tick(5);
        see();
        told[told.length - 1] = `${name}: ${told.at(-1)}`;
      }
      q("#rack .tile").focus();
      key("ArrowRight", { shiftKey: true });
      await tick(5);
      key("ArrowLeft", { shiftKey: true, altKey: true });
      await tick(5);
      return [...told, texts("#rack .tile"), played, q("#notice").textContent];"""
    )
    assert told(alone("storage", BOARD), story) == [
        "ArrowRight: -, -, b1 r",
        "ArrowDown: -, -, b2 r",
        "End: -, -, c2 r",
        "Home: -, -, a2 r",
        "^End: -, -, c3 r",
        "^Home: -, -, a1 r",
        "5: a1:5, -, b1 r",
        "8: a1:5 b1:8, -, c1 r",
        "7: a1:5 b1:8, -, c1 r",
        "Backspace: a1:5, -, b1 r",
        "Enter: a1:5, -, b1 r",
        "Delete: a1:5, -, b1 r",
        "ArrowLeft: a1:5, -, a1 r",
        "Delete: -, -, a1 r",
        "Escape: -, -, -",
        " : -, -, a1 d",
        "8: a1:8, -, a2 d",
        "Escape: -, -, -",
        "Escape: -, -, -",
        "8 5 +",
        1,
        "",
    ]


def test_picks_are_counted_and_in_the_order_of_the_rack(alone: Alone) -> None:
    boxes = "".join(f"<label><input type=checkbox name=pick value={face}>{face}</label>" for face in "5+8")
    form = (
        f"<form class=picking data-fewest=1 data-most=2>{boxes}<output class=picked></output><button>Go</button></form>"
    )
    story = """
      module.listenToPicks(q("#match"));
      module.countPicks();
      const told = [];
      const see = () => told.push(`${texts(".picked")} ${q(".picking button").disabled}`);
      see();
      for (const box of document.querySelectorAll("[name=pick]")) {
        box.click();
        see();
      }
      q("summary").click();
      return [...told, texts(".picking label")];"""
    elements = BOARD.replace("<p id=rack>", f"<details class=picks><summary>Swap</summary>{form}</details><p id=rack>")
    assert told(alone("picks", elements), story) == [
        "0, 5 + 8 stay true",
        "1, + 8 stay false",
        "2, 8 stay false",
        "3, – stay true",
        "5 8 +",
    ]


def test_a_tile_that_is_gone_is_selected_no_more_and_the_rack_is_sorted(alone: Alone) -> None:
    story = (
        SEATED
        + """
      const [five, eight, plus] = staging.tiles;
      staging.select(five);
      const pressed = () => [...document.querySelectorAll("#rack .tile")].map((one) => one.ariaPressed).join(" ");
      told.push(pressed());
      q("#rack [data-face='5']").outerHTML = "<button class='tile number' data-face=3>3</button>";
      staging.refresh();
      see();
      told.push(pressed(), texts("#rack .tile"));
      await staging.lay(eight, q("#a1"));
      told.push(q("#rack [data-face='8']").getAttribute("aria-description"), ids("#board .placed"));
      told.push(await staging.lay(plus, q("#b1")), await staging.lay(staging.tiles[0], q("#a1")));
      staging.reorder(staging.tiles[1], staging.tiles[0]);
      told.push(texts("#rack .tile"));
      staging.sort();
      told.push(texts("#rack .tile"), q("#recall").disabled, q("#sort").hidden, localStorage.getItem("tiles m 1"));
      staging.recall();
      told.push(q("#recall").disabled);
      q("#match_view").dataset.turn = "over";
      staging.refresh();
      told.push(localStorage.getItem("tiles m 1"), staging.tiles.length);
      return told;"""
    )
    assert told(alone("storage", BOARD), story) == [
        "true false false",
        "-, -, -",
        "false false false",
        "3 8 +",
        "on a1",
        "a1",
        False,
        False,
        "8 3 +",
        "3 8 +",
        False,
        False,
        '{"next":5,"tiles":['
        '{"face":"3","kind":"number","group":"number","becomes":[],"square":"","as":"","at":0},'
        '{"face":"8","kind":"number","group":"number","becomes":[],"square":"a1","as":"","at":1},'
        '{"face":"+","kind":"symbol","group":"symbol","becomes":[],"square":"","as":"","at":0}]}',
        True,
        None,
        0,
    ]


def test_a_drag_lays_a_tile_and_leaves_no_mark(alone: Alone) -> None:
    style = "<style>td { width: 60px; height: 60px } .tile { width: 40px; height: 40px }</style>"
    page = alone("storage", style + BOARD)
    told(
        page,
        SEATED.replace("const ", "window.")
        .replace("window.{ Staging } =", "const { Staging } =")
        .replace("window.{ Cursor } =", "const { Cursor } =")
        + """const { listenToDrags } = await load("drag"); listenToDrags(q("#match"), staging);""",
    )
    tile, square = page.locator("#rack .tile").first, page.locator("#b3")
    here, there = tile.bounding_box(), square.bounding_box()
    assert here
    assert there
    page.mouse.move(here["x"] + 20, here["y"] + 20)
    page.mouse.down()
    page.mouse.move(there["x"] + 20, there["y"] + 30, steps=4)
    during = page.evaluate("[ids('#board .target'), staging.held?.face, staging.over, texts('body > .dragging')]")
    page.mouse.up()
    after = "[ids('#board .target'), staging.held, staging.over, texts('body > .dragging'), texts('#b3')]"
    assert (during, page.evaluate(after)) == (["b3", "5", "b3", "5"], ["", None, "", "", "5"])
