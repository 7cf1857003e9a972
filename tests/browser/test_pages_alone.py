"""What scripts do about the page itself, alone: whether they run, fields that open, passkeys, push."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import BOARD, told

LOADED = """<p id=unloaded hidden>Scripts did not load</p><script type=module data-runs=live></script>
  <noscript data-instead=live><i class=instead>poll</i></noscript>
  <noscript data-instead=clock><i class=instead>clock</i></noscript>
  <noscript data-instead=htmx><i class=instead>htmx</i></noscript><form id=plain><button>Go</button></form>
  <form id=key data-passkey=use><button>Key</button></form><a hx-get=/x><b id=get>Get</b></a>
  <a hx-post=/x><b id=post>Post</b></a><b id=other>Other</b>"""


def test_a_page_offers_what_works_without_scripts_as_soon_as_one_fails(alone: Alone) -> None:
    story = f"""
      const told = [];
      const source = await (await fetch("/static/js/loading.js")).text();
      const page = async (name, act) => {{
        const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), {{ src: "/frame/" }}));
        await new Promise((done) => {{ frame.onload = done; }});
        const [win, doc] = [frame.contentWindow, frame.contentDocument];
        doc.body.innerHTML = `{LOADED}`;
        let timers = [];
        win.setTimeout = (act, pause) => timers.push({{ act, pause, number: timers.length + 1 }});
        win.clearTimeout = (number) => {{ timers = timers.filter((timer) => timer.number !== number); }};
        const passes = (until) => timers.filter(({{ pause }}) => pause <= until).forEach((timer) => {{
          timers.splice(timers.indexOf(timer), 1);
          timer.act();
        }});
        win.eval(source);
        const fails = (error, filename) => win.dispatchEvent(new win.ErrorEvent("error", {{ error, filename }}));
        const loaded = () => doc.dispatchEvent(new win.Event("DOMContentLoaded"));
        const see = () => {{
          const {{ scripts = "-", scripting = "-" }} = doc.documentElement.dataset;
          const instead = [...doc.querySelectorAll(".instead")].map((one) => one.textContent).join(" ");
          told.push(`${{name}}: ${{scripts}} ${{scripting}}, ${{instead}}, ${{doc.querySelector("#unloaded").hidden}}`);
        }};
        const here = `${{win.location.origin}}/static/js/a.js`;
        const uses = () => {{
          const reached = [];
          for (const type of ["submit", "click"])
            doc.body.addEventListener(type, (event) => {{
              event.preventDefault();
              reached.push(event.target.id);
            }});
          for (const id of ["plain", "key"])
            doc.getElementById(id).dispatchEvent(new win.Event("submit", {{ bubbles: true, cancelable: true }}));
          for (const id of ["get", "post", "other"]) doc.getElementById(id).click();
          told.push(reached.join(" "));
        }};
        await act({{ win, doc, fails, loaded, see, here, uses, passes }});
        if (name !== "late") see();
        frame.remove();
      }};
      await page("loading", ({{ uses }}) => uses());
      await page("all run", ({{ loaded, passes, uses }}) => {{
        loaded();
        passes(20_000);
        uses();
      }});
      await page("a module does not run", ({{ doc, loaded, uses }}) => {{
        doc.body.insertAdjacentHTML("beforeend", "<script type=module></scr" + "ipt>");
        loaded();
        uses();
      }});
      await page("no htmx", ({{ win, loaded }}) => {{
        delete win.htmx;
        loaded();
      }});
      await page("threw", ({{ win, fails, loaded, here }}) => {{
        fails(new win.Error("x"), here);
        fails(null, here);
        loaded();
      }});
      await page("threw elsewhere", ({{ win, fails, loaded }}) => {{
        fails(new win.Error("x"), "chrome-extension://x/a.js");
        loaded();
      }});
      await page("a notice", ({{ fails, loaded, here }}) => {{
        fails(null, here);
        loaded();
      }});
      await page("threw in use", ({{ win, fails, loaded, here }}) => {{
        loaded();
        fails(new win.Error("x"), here);
        loaded();
      }});
      await page("late", ({{ loaded, see, passes }}) => {{
        passes(3_999);
        see();
        passes(4_000);
        see();
        passes(9_999);
        see();
        passes(10_000);
        see();
        loaded();
        see();
      }});
      await page("later than patience", ({{ loaded, passes }}) => {{
        passes(4_000);
        loaded();
        passes(20_000);
      }});
      return told;"""
    assert told(alone("storage"), story) == [
        "plain key get post other",
        "loading: loading loading, , true",
        "plain key get post other",
        "all run: running running, , true",
        "key other",
        "a module does not run: - -, clock, false",
        "no htmx: - -, clock htmx, false",
        "threw: - -, clock, false",
        "threw elsewhere: running running, , true",
        "a notice: running running, , true",
        "threw in use: running running, , true",
        "late: loading loading, , true",
        "late: - loading, , true",
        "late: - loading, , true",
        "late: - -, clock, false",
        "late: running running, clock, true",
        "later than patience: running running, , true",
    ]


def test_the_field_to_type_opens_and_stays_open_from_page_to_page(alone: Alone) -> None:
    elements = (
        BOARD.replace("</div></main>", "</div></main><p id=elsewhere tabindex=-1>x</p>")
        .replace("<button id=recall", "<button id=type>Type</button><p id=typing><input id=text></p><button id=recall")
        .replace("<p id=rack>", "<p id=keypad hidden><button id=one>1</button></p><p id=rack>")
    )
    story = """
      const told = [];
      const see = (name) => told.push(`${name}: ${q("#match").dataset.typing} ${q("#type").ariaExpanded} `
        + `${localStorage.getItem("typing")} ${document.activeElement.id} `
        + (q("#match").style.getPropertyValue("--typed") !== ""));
      const { listenToTyping, showTyping } = await load("typing");
      let resized = () => {};
      window.ResizeObserver = class { observe = () => {}; constructor(act) { resized = act; } };
      window.requestAnimationFrame = (act) => act();
      let coarse = false;
      window.matchMedia = () => ({ matches: coarse });
      listenToTyping(q("#match"));
      resized();
      see("at first");
      q("#sort").click();
      see("another button");
      q("#type").click();
      resized();
      q("#typing").style.height = "99px";
      resized();
      see("opened");
      q("#typing").hidden = true;
      resized();
      told.push(q("#match").style.getPropertyValue("--typed"));
      q("#type").click();
      Object.assign(q("#typing"), { hidden: false, style: "height: 50px" });
      resized();
      see("closed");
      told.push(q("#match").style.getPropertyValue("--typed"));
      const press = (name, letter, more) => {
        const passes = key(letter, more);
        see(`${name} ${passes}`);
        delete q("#match").dataset.typing;
        localStorage.removeItem("typing");
        showTyping(q("#match"));
        document.activeElement.blur();
      };
      press("M", "M");
      press("m", "m");
      press("n", "n");
      for (const held of ["ctrlKey", "altKey", "metaKey"]) press(held, "m", { [held]: true });
      q("#text").focus();
      press("in the field", "m");
      q("#elsewhere").focus();
      press("elsewhere", "m");
      document.body.insertAdjacentHTML("beforeend", "<dialog open id=asked></dialog>");
      press("asked", "m");
      q("#asked").remove();
      localStorage.setItem("device", '{"keys": false}');
      press("without letters", "m");
      localStorage.removeItem("device");
      coarse = true;
      q("#keypad").hidden = false;
      q("#type").click();
      see("touched");
      press("key", "m");
      q("#keypad").hidden = true;
      q("#type").click();
      see("touched without keys");
      q("#text").blur();
      const again = (name, act) => {
        delete q("#match").dataset.typing;
        act();
        listenToTyping(q("#match"));
        see(name);
        q("#text").value = "";
        q("#text").blur();
        localStorage.removeItem("typing");
      };
      again("left open", () => {});
      again("left closed", () => {});
      again("begun", () => { q("#text").value = "5"; });
      again("in it", () => q("#text").focus());
      q("#type").id = "gone";
      told.push(key("m"), q("#match").dataset.typing);
      return told;"""
    assert told(alone("storage", elements), story) == [
        "at first: undefined false null  false",
        "another button: undefined false null  false",
        "opened: on true on text true",
        "99px",
        "closed: undefined false null type true",
        "99px",
        "M false: on true on text true",
        "m false: on true on text true",
        "n true: undefined false null  true",
        "ctrlKey true: undefined false null  true",
        "altKey true: undefined false null  true",
        "metaKey true: undefined false null  true",
        "in the field true: undefined false null text true",
        "elsewhere false: on true on text true",
        "asked true: undefined false null  true",
        "without letters true: undefined false null  true",
        "touched: on true on one true",
        "key false: on true on text true",
        "touched without keys: on true on text true",
        "left open: on true on  true",
        "left closed: undefined false null  true",
        "begun: on true null  true",
        "in it: on true null text true",
        True,
        "on",
    ]


def test_a_passkey_is_made_or_used_and_sent(alone: Alone) -> None:
    def form(name: str, more: str, options: str = "") -> str:
        return f"""<form id={name} {more}>{options}<input name=credential><button disabled>Go</button>
          <p data-failed hidden>Failed</p><p data-missing>Missing</p></form>"""

    written = """<script type='application/json'>{"publicKey": "written"}</script>"""
    elements = form("make", "data-passkey=create", written) + form("use", "data-passkey=use data-ask=/ask/")
    story = """
      const told = [];
      const asked = [];
      let answer = () => ({ ok: true, json: async () => ({ request_options: { publicKey: "asked" } }) });
      window.fetch = async (path, { headers }) => {
        asked.push(`${path} ${headers.Accept}`);
        return answer();
      };
      let busy = async () => {};
      const credentials = {
        create: async ({ publicKey }) => (await busy(), { made: publicKey }),
        get: async ({ publicKey }) => (await busy(), { used: publicKey }),
      };
      Object.defineProperty(navigator, "credentials", { value: credentials });
      HTMLFormElement.prototype.submit = function () { asked.push(`${this.id} ${this.elements.credential.value}`); };
      const see = (name) => told.push(`${name}: ` + [...document.forms].map((form) => ["button", "[data-failed]",
        "[data-missing]"].map((one) => form.querySelector(one)).map(({ disabled, hidden }) => disabled || hidden)));
      window.PublicKeyCredential = { parseRequestOptionsFromJSON: null };
      await import("/static/js/passkeys.js?none");
      see("none");
      for (const one of document.forms) one.replaceWith(one.cloneNode(true));
      window.PublicKeyCredential = {
        parseRequestOptionsFromJSON: (text) => `request ${text}`,
        parseCreationOptionsFromJSON: (text) => `creation ${text}`,
      };
      await import("/static/js/passkeys.js?able");
      see("able");
      const press = async (name) => {
        q(`#${name} button`).click();
        see(`${name} pressed`);
        await tick(5);
        see(name);
        told.push(asked.splice(0));
      };
      await press("make");
      await press("use");
      answer = () => ({ ok: false, status: 500, json: async () => ({ request_options: {} }) });
      await press("use");
      answer = () => { throw new TypeError("offline"); };
      await press("use");
      busy = async () => { throw new Error("refused"); };
      await press("make");
      busy = async () => {};
      await press("make");
      return told;"""
    assert told(alone("storage", elements), story) == [
        "none: true,true,false,true,true,false",
        "able: false,true,true,false,true,true",
        "make pressed: true,true,true,false,true,true",
        "make: false,true,true,false,true,true",
        ['make {"made":"creation written"}'],
        "use pressed: false,true,true,true,true,true",
        "use: false,true,true,false,true,true",
        ["/ask/ application/json", 'use {"used":"request asked"}'],
        "use pressed: false,true,true,true,true,true",
        "use: false,true,true,false,false,true",
        ["/ask/ application/json"],
        "use pressed: false,true,true,true,true,true",
        "use: false,true,true,false,false,true",
        ["/ask/ application/json"],
        "make pressed: true,true,true,false,false,true",
        "make: false,false,true,false,false,true",
        [],
        "make pressed: true,true,true,false,false,true",
        "make: false,true,true,false,false,true",
        ['make {"made":"creation written"}'],
    ]
