"""Ways on, back and out of what is open, each script alone: presses, cards and sheets."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_fingers_alone import TOUCHES
from tests.browser.test_pieces_alone import BOARD, told


def test_a_press_counts_once(alone: Alone) -> None:
    elements = """<style>body { margin: 0 } button, a { position: fixed; top: 0; width: 90px; height: 40px }
      #next a { left: 300px }</style>
      <form><button id=one style='left: 0'><b id=inner>1</b></button><button id=two style='left: 100px'>2</button>
      <textarea id=area style='position: fixed; top: 90px'></textarea>
      <button type=button id=tile style='left: 200px'>t</button></form>
      <button id=plain style='left: 400px'>p</button><button id=post hx-post=/x style='left: 500px'>h</button>
      <p id=next><a id=way href='#x'>Next</a></p>"""
    story = """
      const told = [];
      let reached = "";
      for (const type of ["click", "keydown"])
        document.addEventListener(type, (event) => {
          reached = event.target.id;
          if (type === "click") event.preventDefault();
        });
      module.countPresses();
      let time = 10_000;
      const happens = (name, place, event, more) => {
        reached = "";
        for (const [key, value] of Object.entries({ timeStamp: time, ...more }))
          Object.defineProperty(event, key, { value });
        const passes = q(place).dispatchEvent(event);
        told.push(`${name}: ${reached || (passes ? "passes" : "-")}`);
      };
      const click = (name, place, pause, [x, y] = [10, 10], detail = 1) => {
        time += pause;
        const more = { bubbles: true, cancelable: true, detail, clientX: x, clientY: y };
        happens(name, place, new MouseEvent("click", more));
      };
      click("first", "#one", 0);
      click("bounce", "#one", 299);
      click("bounce of its part", "#inner", 0);
      click("later", "#one", 1);
      click("moved", "#one", 299, [60, 30]);
      click("another", "#two", 1, [110, 10]);
      click("and back", "#one", 100);
      click("tile", "#tile", 100, [210, 10]);
      click("tile again", "#tile", 10, [210, 10]);
      click("after the tile", "#one", 10);
      click("plain", "#plain", 10, [410, 10]);
      click("plain again", "#plain", 10, [410, 10]);
      click("posts", "#post", 10, [510, 10]);
      click("posts again", "#post", 10, [510, 10]);
      click("by a script", "#post", 10, [0, 0], 0);
      q("#post").style.left = "600px";
      q("#one").style.left = "500px";
      click("came below the pointer", "#one", 200, [525, 10]);
      click("further off on it", "#one", 10, [526, 10]);
      q("#one").style.left = "0px";
      q("#post").style.left = "500px";
      click("with a letter between", "#one", 1000);
      happens("the letter", "#one", new KeyboardEvent("keydown", { key: "a", bubbles: true }));
      click("bounce all the same", "#one", 10);
      q("#one").style.left = "0px";
      click("press", "#post", 1000, [510, 10]);
      q("#way").style.left = "500px";
      click("way came", "#way", 900, [510, 10]);
      click("way is seen", "#way", 100, [510, 10]);
      const down = (name, key, pause, { repeat = false, place = "#one" } = {}) => {
        time += pause;
        happens(name, place, new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true }));
      };
      down("Enter", "Enter", 100);
      click("its click", "#one", 0, [0, 0], 0);
      click("a script's click", "#one", 0, [0, 0], 0);
      down("Enter again", "Enter", 299);
      down("Enter held", "Enter", 2000, { repeat: true });
      down("Enter later", "Enter", 0);
      down("a letter", "a", 10);
      down("Enter after it", "Enter", 10);
      down("a letter held", "a", 10, { repeat: true });
      down("Enter in a text", "Enter", 1, { place: "#area" });
      down("Enter in a text held", "Enter", 1, { place: "#area", repeat: true });
      click("a click after a key", "#one", 1);
      down("a key after a click", "Enter", 1);
      return told;"""
    page = alone("presses", elements)
    assert told(page, story) == [
        "first: one",
        "bounce: -",
        "bounce of its part: -",
        "later: one",
        "moved: -",
        "another: two",
        "and back: one",
        "tile: tile",
        "tile again: tile",
        "after the tile: one",
        "plain: plain",
        "plain again: plain",
        "posts: post",
        "posts again: -",
        "by a script: post",
        "came below the pointer: -",
        "further off on it: one",
        "with a letter between: one",
        "the letter: one",
        "bounce all the same: -",
        "press: post",
        "way came: -",
        "way is seen: way",
        "Enter: one",
        "its click: one",
        "a script's click: one",
        "Enter again: -",
        "Enter held: -",
        "Enter later: one",
        "a letter: one",
        "Enter after it: one",
        "a letter held: one",
        "Enter in a text: area",
        "Enter in a text held: area",
        "a click after a key: one",
        "a key after a click: one",
    ]
    page.evaluate("() => { document.onclick = () => { window.clicks += 1; }; }")
    page.evaluate("() => { document.onclick = () => { window.clicks += 1; }; }")
    counted = []
    for keys in (["Enter"], ["Enter", "Enter"], ["Space"], ["Space", "Space"], ["Enter", "Space"]):
        page.clock.fast_forward(1_000)
        page.evaluate("() => { q('#two').focus(); window.clicks = 0; }")
        for name in keys:
            page.keyboard.press(name)
        counted.append(page.evaluate("clicks"))
    assert counted == [1, 1, 1, 2, 2]


CARD = BOARD.replace(
    "<button id=recall",
    """<section id=end><i class=handle id=grip>=</i><button id=end-close>x</button></section>
    <details id=chat open><summary>Chat</summary><div class=drawer id=drawer><p id=chat_messages
    style='height: 30px; overflow: auto'><b id=said style='display: block; height: 90px'>x</b></p></div></details>
    <details id=about open></details><button id=opens popovertarget=more>More</button>
    <section id=more popover><i class=handle id=inside>x</i><ol id=turns style='height: 20px; overflow: auto'>
    <li style='height: 90px'>x</ol></section><button id=recall""",
)


def test_a_card_and_a_sheet_close_as_one_expects(alone: Alone) -> None:
    story = (
        TOUCHES
        + """
      const told = [];
      const scrolled = [];
      Element.prototype.scrollIntoView = function () { scrolled.push(this.id); };
      const { listenToEnding } = await load("ending");
      listenToEnding(q("#match"));
      const open = () => q("#more").matches(":popover-open");
      const see = (name) => told.push(`${name}: ${q("#match").dataset.ended ?? "card"} ${open() ? "sheet" : ""} `
        + `${q("#chat").open ? "chat" : ""} ${q("#about").open ? "about" : ""} ${scrolled.splice(0)}`);
      const again = () => {
        delete q("#match").dataset.ended;
        q("#chat").open = true;
      };
      see("at first");
      fires("htmx:after:swap", {});
      see("shown once");
      const swipe = (name, place, right, down, { begin = 1 } = {}) => {
        const all = [finger(q(place), 100, 100), finger(q(place), 150, 100, 2)];
        touches("touchstart", q(place), all.slice(0, begin));
        touches("touchend", q(place), [], [finger(q(place), 100 + right, 100 + down)]);
        see(name);
        again();
      };
      swipe("down", "#end", 0, 49);
      swipe("too short", "#end", 0, 48);
      swipe("too much aside", "#end", 26, 51);
      swipe("aside to the left", "#end", -26, 51);
      swipe("aside a little", "#end", 25, 51);
      swipe("up", "#end", 0, -90);
      swipe("two fingers", "#end", 0, 90, { begin: 2 });
      swipe("on the board", "#board", 0, 90);
      swipe("in the chat", "#drawer", 0, 90);
      q("#chat_messages").scrollTop = 10;
      swipe("in scrolled messages", "#said", 0, 90);
      q("#chat_messages").scrollTop = 0;
      swipe("in messages at their start", "#said", 0, 90);
      q("#board").style.height = "200px";
      q("#a1").tabIndex = 0;
      q("#end-close").focus();
      q("#end-close").click();
      see("by its button");
      q("#end-close").click();
      told.push(document.activeElement.id, localStorage.getItem("ended"));
      again();
      q("#sort").focus();
      key("Escape");
      see("by Escape");
      told.push(document.activeElement.id);
      again();
      q("#end-close").addEventListener("keydown", (event) => event.preventDefault(), { once: true });
      q("#end-close").focus();
      key("Escape");
      see("by a key that was used");
      document.body.insertAdjacentHTML("beforeend", "<dialog open id=asked></dialog>");
      key("Escape");
      see("in a question");
      q("#asked").remove();
      q("#opens").click();
      await tick(5);
      see("opened");
      told.push(q("#turns").scrollTop > 0);
      key("a");
      q("#sort").click();
      see("another key, and a button by a key");
      key("Escape");
      await tick(5);
      see("sheet by Escape");
      q("#about").open = true;
      q("#opens").click();
      swipe("sheet by a swipe", "#inside", 0, 90);
      q("#opens").click();
      let reached = [];
      for (const type of ["pointerdown", "click"])
        document.body.addEventListener(type, (event) => reached.push(`${event.type} ${event.target.id}`));
      const press = (name, place) => {
        for (const type of ["pointerdown", "click"])
          q(place).dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true }));
        see(name);
        told.push(reached.splice(0));
      };
      press("press in the sheet", "#inside");
      press("press beside it", "#a1");
      press("press again", "#a1");
      q("#opens").click();
      reached = [];
      press("on its button", "#opens");
      q("#match").insertAdjacentHTML("beforeend", "<i id=rematch-asked></i>");
      q("#end-close").click();
      fires("htmx:after:swap", {});
      see("asked for a rematch");
      q("#end-close").click();
      fires("htmx:after:swap", {});
      q("#end").outerHTML = "<section id=end>Other</section>";
      fires("htmx:after:swap", {});
      see("dismissed after that");
      again();
      q("#end").outerHTML = "<section id=end>New</section>";
      fires("htmx:after:swap", {});
      see("another card");
      localStorage.setItem("ended", JSON.stringify([...Array(50).keys()]));
      key("Escape");
      const kept = JSON.parse(localStorage.getItem("ended"));
      told.push([kept.length, kept[0], kept.at(-1)]);
      key("Escape");
      told.push(JSON.parse(localStorage.getItem("ended")).length);
      again();
      localStorage.setItem("ended", '["other"]');
      listenToEnding(q("#match"));
      see("another match was dismissed");
      localStorage.setItem("ended", '["m"]');
      listenToEnding(q("#match"));
      see("dismissed before");
      again();
      localStorage.setItem("ended", '{"m": 1}');
      q("#end").remove();
      listenToEnding(q("#match"));
      key("Escape");
      see("without a card");
      return told;"""
    )
    page = alone("storage", CARD)
    page.set_viewport_size({"width": 400, "height": 800})
    wide = f"""{TOUCHES}
      q("#chat").open = true;
      touches("touchstart", q("#drawer"), [finger(q("#drawer"), 100, 100)]);
      touches("touchend", q("#drawer"), [], [finger(q("#drawer"), 100, 190)]);
      return q("#chat").open;"""
    assert told(page, story) == [
        "at first: card  chat about end",
        "shown once: card  chat about ",
        "down: seen  chat about ",
        "too short: card  chat about ",
        "too much aside: card  chat about ",
        "aside to the left: card  chat about ",
        "aside a little: seen  chat about ",
        "up: card  chat about ",
        "two fingers: card  chat about ",
        "on the board: card  chat about ",
        "in the chat: card   about ",
        "in scrolled messages: card  chat about ",
        "in messages at their start: card   about ",
        "by its button: seen  chat about ",
        "a1",
        '["m","m","m"]',
        "by Escape: seen  chat about ",
        "sort",
        "by a key that was used: card  chat about ",
        "in a question: card  chat about ",
        "opened: card sheet chat about ",
        True,
        "another key, and a button by a key: card sheet chat about ",
        "sheet by Escape: card  chat  ",
        "sheet by a swipe: card  chat about ",
        "press in the sheet: card sheet chat about ",
        ["pointerdown inside", "click inside"],
        "press beside it: card  chat about ",
        [],
        "press again: card  chat about ",
        ["pointerdown a1", "click a1"],
        "on its button: card  chat about ",
        [],
        "asked for a rematch: card  chat about ",
        "dismissed after that: seen  chat about ",
        "another card: card  chat about end",
        [50, 1, "m"],
        50,
        "another match was dismissed: card  chat about ",
        "dismissed before: seen  chat about ",
        "without a card: card  chat about ",
    ]
    page.set_viewport_size({"width": 1000, "height": 800})
    assert told(page, wide) is True
