"""What lights up, is marked and is read aloud, each script alone with the elements that it needs."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import BOARD, TIMERS, told


def test_a_lesson_is_read_by_a_voice_of_the_device(alone: Alone) -> None:
    elements = """<button id=read aria-pressed=false><b id=inner>Read</b></button><div id=match><section id=task>
      <h1>One</h1><p>Two \n  three</p><p hidden>Hidden</p><p> </p><details class=hint open><summary>x</summary>
      <p>Hint</p></details><details class=hint><summary>x</summary><p>Closed</p></details>
      </section><p id=status>Four</p></div>"""
    story = """
      const told = [];
      const says = [];
      let voices = [{ lang: "en", localService: true }];
      const speech = { getVoices: () => voices, speak: (said) => says.push(said), cancel: () => told.push("quiet") };
      Object.defineProperty(window, "speechSynthesis", { value: speech });
      window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
      await load("read");
      const speaks = () => told.push(document.documentElement.hasAttribute("data-speaks"));
      speaks();
      for (const [lang, localService] of [["en-GB", false], ["de-DE", true], ["EN_us", true], ["eng", true]]) {
        voices = [{ lang, localService }];
        speech.onvoiceschanged();
        speaks();
      }
      voices = [{ lang: "en", localService: false }, { lang: "de", localService: true },
        { lang: "en-AU", localService: true, name: "first" }, { lang: "en", localService: true, name: "second" }];
      const see = () => told.push(`${q("#read").ariaPressed} `
        + says.splice(0).map(({ text, lang, voice }) => `${text} (${lang} ${voice?.name})`).join(", "));
      const press = () => {
        q("#inner").click();
        const all = [...says];
        see();
        return all;
      };
      q("#status").click();
      see();
      const all = press();
      told.push(all.map(({ onend }) => Boolean(onend)));
      press();
      all.at(-1).onend();
      all.at(-1).onerror();
      see();
      const once = press();
      once.at(-1).onend();
      see();
      press()[0].onerror();
      see();
      voices = [];
      press();
      dispatchEvent(new Event("pagehide"));
      see();
      press();
      q("#status").textContent = "Five";
      await tick();
      see();
      q("#match").append(q("#read"));
      await tick();
      q("#read").remove();
      await tick();
      told.push("gone");
      return told;"""
    assert told(alone("storage", elements), story) == [
        True,
        False,
        False,
        True,
        False,
        "false ",
        "quiet",
        "true One (en first), Two three (en first), Hint (en first), Four (en first)",
        [False, False, False, True],
        "quiet",
        "false ",
        "false ",
        "quiet",
        "true One (en first), Two three (en first), Hint (en first), Four (en first)",
        "quiet",
        "false ",
        "quiet",
        "true One (en first), Two three (en first), Hint (en first), Four (en first)",
        "quiet",
        "false ",
        "quiet",
        "true One (en undefined), Two three (en undefined), Hint (en undefined), Four (en undefined)",
        "quiet",
        "false ",
        "quiet",
        "true One (en undefined), Two three (en undefined), Hint (en undefined), Four (en undefined)",
        "true ",
        "quiet",
        "gone",
    ]


def test_squares_light_up_for_what_is_chosen_now(alone: Alone) -> None:
    elements = BOARD.replace("id=match ", "id=match data-lights=on data-lights-at=/lights/ ")
    story = (
        TIMERS
        + """
      const told = [];
      const asked = [];
      let answer = { fits: "a1 b1", line: "a1 c1", conflict: "z9 c1" };
      let ok = true;
      window.fetch = async (path) => {
        asked.push(path);
        if (!ok) throw new TypeError("offline");
        return { ok: ok !== "no", json: async () => answer };
      };
      const { Staging } = await load("staging");
      const { Cursor } = await load("cursor");
      const { Lights } = await load("lights");
      const staging = new Staging(q("#match"));
      const cursor = new Cursor(staging);
      staging.refresh();
      const lights = new Lights(staging, cursor);
      const see = async (name, pause = 130) => {
        await passes(pause);
        const lit = [...document.querySelectorAll("[data-lit]")].map(({ id, dataset }) => `${id} ${dataset.lit}`);
        told.push(`${name}: ${asked.splice(0).join(", ")} | ${lit.join(", ")}`);
      };
      const choose = (tile) => {
        staging.select(tile);
        lights.choose();
      };
      lights.choose();
      await see("nothing");
      choose(staging.tiles[0]);
      await see("at once", 50);
      await see("picked");
      choose(null);
      await see("put down", 0);
      choose(staging.tiles[0]);
      await see("known", 0);
      choose(staging.tiles[0]);
      await see("the same", 130);
      choose(staging.tiles[1]);
      choose(staging.tiles[2]);
      await see("two at once");
      choose(staging.tiles[1]);
      await passes(60);
      lights.choose();
      await see("the same while it is asked", 60);
      choose(staging.tiles[2]);
      const over = (place, pointerType) =>
        q(place).dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType }));
      over("#b2", "touch");
      await see("a finger");
      over("#b2", "mouse");
      await see("a mouse over a square");
      over("#sort", "mouse");
      await see("a mouse elsewhere", 0);
      choose(null);
      over("#b3", "mouse");
      await see("a mouse without a tile");
      staging.look(staging.tiles[0], "a3");
      await see("a dragged tile");
      over("#b1", "mouse");
      await see("a mouse while one is dragged");
      staging.look(null, "");
      cursor.go(q("#b2"));
      await see("the cursor");
      cursor.hide();
      await staging.lay(staging.tiles[0], q("#a1"));
      lights.choose();
      await see("a laid tile");
      staging.look(staging.tiles[0], "a3");
      await see("a dragged tile that lies");
      staging.look(null, "");
      answer = { whole: "a1" };
      lights.again();
      await see("another position");
      lights.line = { request: async ({ lights: { placements } }) =>
        ({ data: { lights: { equal: placements.slice(0, 2) } } }) };
      lights.again();
      await see("by the socket");
      lights.line = { request: async () => null };
      for (const state of [false, "no", true]) {
        ok = state;
        lights.again();
        await see(`answers ${state}`);
      }
      ok = false;
      lights.again();
      await see("fails");
      ok = true;
      lights.choose();
      await see("asks again");
      let late = () => {};
      lights.line = { request: () => new Promise((done) => { late = done; }) };
      choose(staging.tiles[1]);
      await passes(120);
      choose(null);
      await see("taken back meanwhile", 0);
      late({ data: { lights: { line: "c3" } } });
      await see("a late answer", 5);
      q("#match_view").dataset.turn = "over";
      lights.choose();
      await see("over");
      q("#match_view").dataset.turn = "mine";
      q("#match").dataset.lights = "off";
      const off = new Lights(new Staging(q("#match")), cursor);
      off.staging.look({ face: "5" }, "a1");
      await see("off");
      return told;"""
    )
    assert told(alone("storage", elements), story) == [
        "nothing:  | ",
        "at once:  | ",
        "picked: /lights/?tile=5&square=&placements= | a1 fits, b1 fits, c1 conflict",
        "put down:  | ",
        "known:  | a1 fits, b1 fits, c1 conflict",
        "the same:  | a1 fits, b1 fits, c1 conflict",
        "two at once: /lights/?tile=%2B&square=&placements= | a1 fits, b1 fits, c1 conflict",
        "the same while it is asked: /lights/?tile=8&square=&placements= | a1 fits, b1 fits, c1 conflict",
        "a finger:  | a1 fits, b1 fits, c1 conflict",
        "a mouse over a square: /lights/?tile=%2B&square=b2&placements= | a1 fits, b1 fits, c1 conflict",
        "a mouse elsewhere:  | a1 fits, b1 fits, c1 conflict",
        "a mouse without a tile:  | ",
        "a dragged tile: /lights/?tile=5&square=a3&placements= | a1 fits, b1 fits, c1 conflict",
        "a mouse while one is dragged:  | a1 fits, b1 fits, c1 conflict",
        "the cursor: /lights/?tile=&square=b2&placements= | a1 fits, b1 fits, c1 conflict",
        "a laid tile: /lights/?tile=&square=&placements=a1%3A5 | a1 fits, b1 fits, c1 conflict",
        "a dragged tile that lies:  | a1 fits, b1 fits, c1 conflict",
        "another position: /lights/?tile=&square=&placements=a1%3A5 | a1 whole",
        "by the socket:  | a1 equal",
        "answers false: /lights/?tile=&square=&placements=a1%3A5 | ",
        "answers no: /lights/?tile=&square=&placements=a1%3A5 | ",
        "answers true: /lights/?tile=&square=&placements=a1%3A5 | a1 whole",
        "fails: /lights/?tile=&square=&placements=a1%3A5 | ",
        "asks again: /lights/?tile=&square=&placements=a1%3A5 | a1 whole",
        "taken back meanwhile:  | a1 whole",
        "a late answer:  | a1 whole",
        "over:  | ",
        "off:  | ",
    ]


def test_a_variant_says_and_marks_what_is_chosen_now(alone: Alone) -> None:
    def radio(value: str, squares: str, more: str = "") -> str:
        return f"<label><input type=radio name=variant value='{value}' data-squares='{squares}' {more}></label>"

    first = radio("A", "a1 b1", "data-warning=Low") + radio("B", "a1 c1", "data-warning=Hm") + radio("C", "a1 c1 c2")
    elements = BOARD + "<fieldset id=variants hidden></fieldset><input id=text><p id=place></p><input id=else>"
    story = f"""
      const preview = {{ staging: {{ match: document.body, placements: [1] }}, text: q("#text"), place: q("#place") }};
      preview.variants = new module.Variants(preview);
      const {{ variants }} = preview;
      const told = [];
      const see = (name) => told.push([name, variants.chosen?.value, q("#text").value, q("#place").dataset.text,
        q("#place").dataset.warning, ids("#board .choice"), ids("#board .chosen"),
        ids("[aria-selected=true]"), ids("[aria-selected=false]"),
        q("#variants").hidden].join("|"));
      const bring = (html) => variants.show(html && Object.assign(document.createElement("p"), {{ innerHTML: html }}));
      bring(`{first}`);
      see("none chosen");
      told.push(variants.tap("a1"));
      for (const square of ["c1", "c1", "c1", "c2", "c1", "b1", "b1"]) {{
        told.push(variants.tap(square));
        see(square);
      }}
      variants.radios[1].click();
      see("click");
      variants.tap("c2");
      variants.radios[0].click();
      variants.tap("c2");
      see("click between two taps");
      variants.radios[1].click();
      q("#else").dispatchEvent(new Event("change", {{ bubbles: true }}));
      see("another field");
      bring(`{radio("A", "a1 b1", "checked")}{radio("B", "a1 c1", "data-warning=New")}`);
      see("kept");
      variants.tap("b1");
      bring(`{radio("E", "a1 b1")}`);
      see("only one");
      bring(`{radio("F", "a2", "checked")}`);
      see("only one, chosen");
      bring(null);
      see("none");
      return told;"""
    assert told(alone("variants", elements), story) == [
        "none chosen|||||b1 c1 c2|||b1 c1 c2|false",
        False,
        True,
        "c1|B|B|B|Hm|b1 c1 c2|a1 c1|c1|b1 c2|false",
        True,
        "c1|C|C|C||b1 c1 c2|a1 c1 c2|c1 c2|b1|false",
        True,
        "c1|B|B|B|Hm|b1 c1 c2|a1 c1|c1|b1 c2|false",
        True,
        "c2|C|C|C||b1 c1 c2|a1 c1 c2|c1 c2|b1|false",
        True,
        "c1|A|A|A|Low|b1 c1 c2|a1 b1|b1|c1 c2|false",
        True,
        "b1|B|B|B|Hm|b1 c1 c2|a1 c1|c1|b1 c2|false",
        True,
        "b1|A|A|A|Low|b1 c1 c2|a1 b1|b1|c1 c2|false",
        "click|B|B|B|Hm|b1 c1 c2|a1 c1|c1|b1 c2|false",
        "click between two taps|C|C|C||b1 c1 c2|a1 c1 c2|c1 c2|b1|false",
        "another field|B|B|B|Hm|b1 c1 c2|a1 c1|c1|b1 c2|false",
        "kept|B|B|B|New|b1 c1|a1 c1|c1|b1|false",
        "only one||A|A||||||false",
        "only one, chosen|F|F|F||||||false",
        "none||F|F||||||true",
    ]
