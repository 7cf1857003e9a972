"""What scripts show on the board and in its controls, each alone with the elements that it needs."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import BOARD, told


def test_a_variant_is_chosen_by_square_and_keeps_its_choice(alone: Alone) -> None:
    def radio(value: str, squares: str, more: str = "") -> str:
        return f"<label><input type=radio name=variant value='{value}' data-squares='{squares}' {more}></label>"

    first = (
        radio("A", "a1 b1", "checked data-points=5")
        + radio("B", "a1 c1", "data-warning=Hm data-points=7")
        + radio("C", "a1 a3")
    )
    elements = BOARD + "<fieldset id=variants disabled></fieldset><input id=text><p id=place></p><b id=submit></b>"
    story = f"""
      const preview = {{ staging: {{ match: document.body, placements: [1] }}, text: q("#text"), place: q("#place") }};
      preview.variants = new module.Variants(preview);
      const {{ variants }} = preview;
      const told = [];
      const see = () => told.push([variants.chosen?.value, q("#text").value, q("#place").dataset.warning,
        ids("#board .choice"), ids("#board .chosen"), q("#submit").dataset.points, variants.place.hidden].join("|"));
      const bring = (html) => variants.show(html && Object.assign(document.createElement("p"), {{ innerHTML: html }}));
      bring(`{first}`);
      see();
      for (const square of ["c1", "c1", "a3", "a1", "b1"]) {{
        told.push(variants.tap(square));
        see();
      }}
      variants.radios[1].click();
      see();
      bring(`{first.replace("checked", "")}`);
      see();
      variants.pause(true);
      told.push(variants.tap("b1"), variants.place.disabled);
      bring(`{radio("D", "b2")}{radio("E", "b3")}`);
      see();
      told.push(variants.tap("b3"), variants.place.disabled);
      see();
      bring(null);
      see();
      return told;"""
    assert told(alone("variants", elements), story) == [
        "A|A||b1 c1 a3|a1 b1|5|false",
        True,
        "B|B|Hm|b1 c1 a3|a1 c1|7|false",
        True,
        "A|A||b1 c1 a3|a1 b1|5|false",
        True,
        "C|C||b1 c1 a3|a1 a3||false",
        False,
        "C|C||b1 c1 a3|a1 a3||false",
        True,
        "A|A||b1 c1 a3|a1 b1|5|false",
        "B|B|Hm|b1 c1 a3|a1 c1|7|false",
        "B|B|Hm|b1 c1 a3|a1 c1|7|false",
        False,
        True,
        "|B|Hm|b2 b3||7|false",
        True,
        False,
        "E|E||b2 b3|b3||false",
        "|E|||||true",
    ]


def test_small_parts(alone: Alone) -> None:
    """Card, copy, mute, keypad, names of squares, dialogs, notices, typing."""
    elements = (
        BOARD.replace("id=match ", "id=match data-keypad=on data-sounds=on ")
        .replace("<td id=b2", "<td class='blue last' id=b2 data-lit=good")
        .replace("<td id=c2", "<td class=void id=c2")
        + """<button id=mute hidden></button><i id=keypad data-keys="1-" hidden></i>
      <i id=card><input name=code></i><input id=field value=link>
      <button data-copy=field data-copied=Copied>Copy</button>
      <button data-send=field>Send</button><i id=question data-close=Close></i>"""
    )
    story = """
      const told = [];
      location.hash = "#abcd-123";
      await load("card");
      told.push(q("[name=code]").value, location.hash);
      const { listenToMute, loud } = await load("mute");
      localStorage.setItem("device", '{"volume": 30}');
      listenToMute();
      told.push(loud(q("#match")), q("#mute").hidden, q("#mute").ariaPressed);
      for (let time = 0; time < 2; time += 1) {
        q("#mute").click();
        told.push(`${q("#mute").ariaPressed} ${localStorage.getItem("device")}`);
      }
      const { drawKeypad, listenToKeypad } = await load("keypad");
      q("#match").append(q("#keypad"), Object.assign(document.createElement("input"), { id: "text" }));
      drawKeypad();
      listenToKeypad(q("#match"));
      let typed = 0;
      q("#text").addEventListener("input", () => { typed += 1; });
      for (const button of [...document.querySelectorAll("#keypad button")]) {
        button.click();
        told.push([button.textContent, button.ariaLabel, q("#text").value, typed]);
      }
      told.push(q("#keypad").hidden, q("#keypad").ariaLabel);
      q("#board").dataset.meanings = '{"blue": "twice"}';
      q("#b1").innerHTML = "<b>+</b>";
      q("#a1").innerHTML = "<i>1×</i><span class=hint>2</span>";
      const { nameSquares } = await load("squares");
      nameSquares();
      await tick(300);
      told.push(["a1", "b1", "b2", "c2"].map((id) => q(`#${id}`).ariaLabel));
      const { chosen, confirmed } = await load("dialogs");
      const asked = chosen("Which?", ["1", "2"]);
      told.push(q("dialog.digits").ariaLabel, texts("dialog.digits button"));
      told.push(q("dialog.digits button:last-child").ariaLabel);
      q("dialog.digits button[value='2']").click();
      told.push(await asked, q("dialog.digits"));
      const { notice, word } = await load("words");
      told.push(word("picked", { count: "3", stays: "x" }), word("unknown"));
      notice("Look", "/there/");
      told.push(q("#notice").innerHTML);
      notice("Short");
      told.push(q("#notice").textContent);
      window.shared = [];
      navigator.share = async (what) => { shared.push(what); };
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { shared.push(text); } } });
      document.addEventListener("toast", ({ detail }) => shared.push(detail));
      await load("copy");
      q("[data-copy]").click();
      q("[data-send]").click();
      await tick(20);
      told.push(document.documentElement.dataset.shares, shared);
      return told;"""
    assert told(alone("storage", elements), story) == [
        "abcd-123",
        "",
        True,
        False,
        "false",
        'true {"volume":0,"haptics":true,"keys":true}',
        'false {"volume":30,"haptics":true,"keys":true}',
        ["1", None, "1", 1],
        ["−", None, "1-", 2],
        ["⌫", "Erase", "1", 3],
        False,
        "Keys",
        ["a1, 1×, empty, 2 points", "b1, plus", "b2, empty, twice, last, good", "c2, unused"],
        "Which?",
        "1 2 ×",
        "Close",
        "2",
        None,
        "3, x stay",
        "",
        '<a href="/there/">Look</a>',
        "Short",
        "",
        ["link", {"url": "link"}, {"name": "said", "text": "Copied"}],
    ]


def test_what_was_shown_on_the_board_comes_and_goes(alone: Alone) -> None:
    """Best moves, a guide's proposal, the badge with points, steps of a replay, lights."""
    cells = "&lt;td id=b1 class=number&gt;&lt;b&gt;{0}&lt;/b&gt;&lt;/td&gt;"
    choice = "<a class=choice tabindex=0 id={0} data-squares={1} data-points={2} "
    choice += "data-formula={3} data-cells='{4}' {5}>{0}</a>"
    elements = (
        BOARD
        + f"""<p id=formula></p><section id=best data-before="{cells.format("")}">
      {choice.format("one", "b1", 5, "1+4", cells.format(4), "aria-current=true")}
      {choice.format("two", "b2", 7, "3+4", cells.format(7), "")}</section>
      <i id=guide data-squares="a1 a3"></i><form id=help data-tiles="b1:5 b3:?7"><button>Lay</button></form>
      <b id=submit></b>"""
    )
    story = """
      const told = [];
      await load("choices");
      const see = () => told.push([ids("#board .last"), texts("#b1 b"), texts("#formula"), q("#badge")?.dataset.points,
        q("#badge")?.parentElement.id, texts("#badge-parts")].join("|"));
      see();
      q("#two").focus();
      see();
      key("ArrowUp");
      see();
      key("ArrowDown");
      told.push(document.activeElement.id);
      q("#two").blur();
      see();
      await load("guide");
      told.push(ids(".proposed"));
      q("#guide").dataset.squares = "a3 c1";
      fires("htmx:after:swap", {});
      told.push(ids(".proposed"));
      const { Staging } = await load("staging");
      const staging = new Staging(q("#match"));
      staging.refresh();
      staging.tiles.push({ ...staging.tiles[0], face: "?", becomes: ["7"] });
      q("#rack").insertAdjacentHTML("beforeend", "<button class='tile number' data-face=?>?</button>");
      q("#help button").click();
      told.push(staging.placements.map(({ square, face, as, at }) => [square, face, as, at].join(":")));
      return told;"""
    assert told(alone("storage", elements), story) == [
        "|||5|b1|1+4",
        "b2|7|3+4|7|b2|3+4",
        "b1|4|1+4|5|b1|1+4",
        "two",
        "b1|4|1+4|5|b1|1+4",
        "a1 a3",
        "c1 a3",
        ["b1:5::1", "b3:?:7:2"],
    ]
