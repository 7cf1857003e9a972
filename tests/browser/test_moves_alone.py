"""How a move is laid, each script alone: the cursor and keys."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import BOARD, SEATED, told

TIMES = "<button class='tile symbol' data-face=×>×</button>"
BLANK = "<button class='tile number' data-face=? data-becomes='6 7'>?</button>"


def test_the_cursor_says_and_does_what_it_shows(alone: Alone) -> None:
    elements = BOARD.replace("<td id=b1", "<td data-room=2 id=b1").replace("<p id=rack>", f"<p id=rack>{BLANK}{TIMES}")
    story = (
        SEATED
        + """
      const says = (name) => {
        see();
        told[told.length - 1] = `${name}: ${told.at(-1)} ${q("#notice").textContent}`;
        q("#notice").textContent = "";
      };
      cursor.draw();
      told.push(cursor.cell.id, ids(".cursor"));
      for (const directions of ["2", "4"]) {
        q("#board").dataset.directions = directions;
        for (let count = 0; count < 4; count += 1) {
          cursor.turn();
          says(`turn ${q("#b2").dataset.direction}`);
        }
      }
      cursor.go(null);
      says("beyond");
      cursor.move("u");
      cursor.move("u");
      says("up to the edge");
      cursor.move("r");
      told.push(`${ids(".cursor")} ${ids("[data-direction]")} ${ids(".raised > td.cursor")}`);
      told.push([...document.querySelectorAll("tr")].map((row) => row.classList.contains("raised")));
      await new Promise((done) => requestAnimationFrame(done));
      await tick();
      told.push(ids("[tabindex='0']"));
      cursor.go(q("#c3"));
      await new Promise((done) => requestAnimationFrame(done));
      await tick();
      told.push(ids("[tabindex='0']"));
      cursor.hide();
      told.push(ids(".cursor"), ids("[data-direction]"), document.querySelectorAll(".raised").length);
      q("#board").dataset.directions = "2";
      cursor.direction = "r";
      cursor.go(q("#a1"));
      cursor.turn();
      cursor.turn();
      await cursor.type("7");
      says("a blank becomes it");
      told.push(staging.placements[0].as);
      staging.recall();
      cursor.go(q("#a1"));
      const asks = cursor.type("?");
      told.push(texts("dialog.digits button"));
      q("dialog.digits [value='6']").click();
      await asks;
      says("a blank is asked for");
      told.push(staging.placements[0].as);
      await cursor.type("5");
      says("first of two");
      await cursor.type("8");
      says("second of two");
      await cursor.type("+");
      says("no square for a sign");
      await cursor.type("9");
      says("no such tile");
      cursor.back();
      says("back");
      cursor.back();
      says("back again");
      cursor.back();
      cursor.back();
      says("none left");
      q("#a1").innerHTML = "<b>12</b>";
      q("#a1").removeAttribute("data-takes");
      q("#b1").innerHTML = "<b>\u00d7</b>";
      cursor.go(q("#a1"));
      await cursor.type("1");
      says("begins the number");
      await cursor.type("2");
      says("ends the number");
      await cursor.type("*");
      says("the sign");
      cursor.go(q("#a1"));
      await cursor.type("1");
      cursor.go(q("#a1"));
      await cursor.type("2");
      says("not from the second digit on");
      q("#c1").remove();
      cursor.go(q("#b1"));
      await cursor.type("x");
      says("at the end of the row");
      await cursor.put(staging.tiles.find(({ face }) => face === "5"));
      says("put");
      told.push(staging.placed?.face);
      cursor.go(q("#c2"));
      await cursor.put(staging.tiles.find(({ face }) => face === "8"));
      says("no place to put");
      told.push(staging.placed?.face);
      staging.recall();
      told.push(ids(".cursor"));
      const types = async (name, face) => {
        cursor.go(q("#a3"));
        await cursor.type(face);
        says(name);
      };
      q("#b3").innerHTML = "<b>9</b>";
      q("#b3").removeAttribute("data-takes");
      q("#c3").dataset.takes = "symbol";
      await types("no tile for the free square", "9");
      await types("a sign at the first square for it", "*");
      await types("a tile", "5");
      await types("past the tile to the number", "9");
      await types("a tile that lies", "5");
      staging.recall();
      q("#a3").removeAttribute("data-takes");
      await types("past a taken square to the number", "9");
      q("#a3").innerHTML = "<b>12</b>";
      await types("the first digit", "1");
      await cursor.type("9");
      says("another number");
      return told;"""
    )
    assert told(alone("storage", elements), story) == [
        "b2",
        "",
        "turn d: -, -,  d Down",
        "turn r: -, -,  r Right",
        "turn d: -, -,  d Down",
        "turn r: -, -,  r Right",
        "turn d: -, -,  d Down",
        "turn l: -, -,  l Left",
        "turn u: -, -,  u Up",
        "turn r: -, -,  r Right",
        "beyond: -, -,  r ",
        "up to the edge: -, -, b1 r ",
        "c1 c1 c1",
        [True, False, False],
        "c1",
        "c3",
        "",
        "",
        0,
        "a blank becomes it: a1:?, -, b1 r ",
        "7",
        "6 7 ×",
        "a blank is asked for: a1:?, -, b1 r ",
        "6",
        "first of two: a1:? b1:5, -, b1 r ",
        "second of two: a1:? b1:5 b1:8, -, c1 r ",
        "no square for a sign: a1:? b1:5 b1:8, -, c1 r No place for +",
        "no such tile: a1:? b1:5 b1:8, -, c1 r No 9",
        "back: a1:? b1:5, -, b1 r ",
        "back again: a1:?, -, b1 r ",
        "none left: -, -, a1 r ",
        "begins the number: -, -, a1 r ",
        "ends the number: -, -, b1 r ",
        "the sign: -, -, c1 r ",
        "not from the second digit on: -, -, a1 r No 2",
        "at the end of the row: -, -, b1 r ",
        "put: b1:5, -, b1 r ",
        "5",
        "no place to put: b1:5, -, c2 r No place for 8",
        None,
        "",
        "no tile for the free square: -, -, a3 r No 9",
        "a sign at the first square for it: c3:×, -, c3 r ",
        "a tile: c3:× a3:5, -, b3 r ",
        "past the tile to the number: c3:× a3:5, -, c3 r ",
        "a tile that lies: c3:× a3:5, -, a3 r No 5",
        "past a taken square to the number: -, -, c3 r ",
        "the first digit: -, -, a3 r ",
        "another number: -, -, c3 r ",
    ]


def test_keys_do_what_they_stand_for_where_they_do(alone: Alone) -> None:
    more = """<input id=field><select id=select></select><details><summary id=summary>x</summary></details>
      <button id=button>x</button></div><p><button id=outside>x</button></p>"""
    elements = BOARD.replace("<td id=b1", "<td data-room=2 id=b1").replace(
        "</div></main>", f"{more}</main><dialog id=asked></dialog><nav></nav>"
    )
    story = (
        SEATED
        + """
      const { listenToKeys } = await load("keys");
      let played = 0;
      const tapped = [];
      const tap = (square) => {
        tapped.push(square);
        return square === "c3";
      };
      listenToKeys(q("#match"), cursor, { tap }, () => { played += 1; });
      const press = async (name, letter = name, more = {}) => {
        const passes = key(letter, more);
        await tick(2);
        see();
        told[told.length - 1] = `${name}: ${told.at(-1)}${passes ? " passes" : ""}`;
      };
      cursor.go(q("#a1"), true);
      staging.select(staging.tiles[0]);
      await press("space with a tile", " ");
      cursor.go(q("#b1"), true);
      staging.select(staging.tiles[1]);
      await press("Enter with a tile", "Enter");
      told.push(played);
      await press("Enter");
      told.push(played);
      cursor.go(q("#c3"), true);
      await press("space on a variant", " ");
      cursor.go(q("#c2"), true);
      await press("space", " ");
      told.push(tapped.join(" "));
      cursor.go(q("#a1"), true);
      staging.select(staging.tiles[2]);
      await press("Escape with a tile", "Escape");
      await press("Delete");
      for (const held of ["altKey", "metaKey", "ctrlKey"]) await press(held, "5", { [held]: true });
      for (const place of ["field", "select", "summary", "outside"]) {
        q(`#${place}`).focus();
        await press(place, "5");
      }
      q("#asked").showModal();
      q("#asked").focus();
      await press("asked", "5");
      q("#asked").close();
      localStorage.setItem("device", '{"keys": false}');
      q("#button").focus();
      await press("without letters", "5");
      cursor.go(q("#a1"), true);
      await press("without letters on the board", "5");
      localStorage.removeItem("device");
      q("#button").focus();
      await press("Backspace at a button", "Backspace");
      await press("a letter", "a");
      await press("arrow at a button", "ArrowRight");
      q("#match").addEventListener("keydown", (event) => event.preventDefault(), { once: true });
      await press("taken", "5");
      document.activeElement.blur();
      await press("nowhere", "5");
      await press("Escape takes back", "Escape");
      cursor.go(q("#b2"), false);
      await press("Escape hides", "Escape");
      cursor.go(q("#b1"), false);
      staging.recall();
      await cursor.type("5");
      await cursor.type("8");
      cursor.go(q("#b1"), true);
      await press("Delete takes the last", "Delete");
      staging.recall();
      document.activeElement.blur();
      q("#asked").open = true;
      await press("asked beside", "5");
      q("#asked").open = false;
      q("#main").tabIndex = -1;
      q("#main").focus();
      await press("in the main part", "5");
      staging.recall();
      for (const square of ["c2", "c2", "a2"]) {
        cursor.hide();
        document.activeElement.blur();
        q(`#${square}`).focus();
        see();
      }
      cursor.hide();
      const rack = () => told.push(texts("#rack .tile"));
      for (const [name, more] of [["ArrowRight", {}], ["ArrowLeft", { shiftKey: true }], ["ArrowRight",
        { shiftKey: true }], ["ArrowRight", { shiftKey: true }], ["ArrowLeft", { shiftKey: true }]]) {
        q("#rack [data-face='5']").focus();
        key(name, more);
        await tick(2);
        rack();
      }
      const links = [];
      addEventListener("error", ({ message }) => links.push(message));
      document.addEventListener("click", ({ target }) => links.push(target.rel));
      q("nav").innerHTML = ["prev", "next", "first", "last"].map((rel) => `<a rel=${rel}>x</a>`).join("");
      document.activeElement.blur();
      for (const name of ["ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp"]) key(name);
      told.push(links.splice(0));
      q("nav").insertAdjacentHTML("beforeend", "<form id=move></form>");
      key("ArrowLeft");
      q("#move").remove();
      q("nav").innerHTML = "";
      key("ArrowLeft");
      told.push(links);
      staging.kept.tiles = [];
      await press("without tiles", "5");
      await press("Escape without tiles", "Escape");
      return told;"""
    )
    assert told(alone("storage", elements), story) == [
        "space with a tile: a1:5, -, a1 r",
        "Enter with a tile: a1:5 b1:8, -, b1 r",
        0,
        "Enter: a1:5 b1:8, -, b1 r",
        1,
        "space on a variant: a1:5 b1:8, -, c3 r",
        "space: a1:5 b1:8, -, c2 d",
        "c3 c2",
        "Escape with a tile: a1:5 b1:8, -, a1 d",
        "Delete: b1:8, -, a1 d",
        "altKey: b1:8, -, a1 d passes",
        "metaKey: b1:8, -, a1 d passes",
        "ctrlKey: b1:8, -, a1 d passes",
        "field: b1:8, -, a1 d passes",
        "select: b1:8, -, a1 d passes",
        "summary: b1:8, -, a1 d passes",
        "outside: b1:8, -, a1 d passes",
        "asked: b1:8, -, a1 d passes",
        "without letters: b1:8, -, a1 d passes",
        "without letters on the board: b1:8 a1:5, -, a2 d",
        "Backspace at a button: b1:8, -, a1 d",
        "a letter: b1:8, -, a1 d passes",
        "arrow at a button: b1:8, -, a1 d passes",
        "taken: b1:8, -, a1 d",
        "nowhere: b1:8 a1:5, -, a2 d",
        "Escape takes back: -, -, -",
        "Escape hides: -, -, -",
        "Delete takes the last: b1:5, -, b1 d",
        "asked beside: -, -, - passes",
        "in the main part: b1:5, -, b1 d",
        "-, -, c2 d",
        "-, -, c2 d",
        "-, -, a2 d",
        "5 8 +",
        "5 8 +",
        "8 5 +",
        "8 5 +",
        "5 8 +",
        ["prev", "next", "first", "last"],
        [],
        "without tiles: -, -, - passes",
        "Escape without tiles: -, -, - passes",
    ]
