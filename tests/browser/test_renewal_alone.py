"""What a page that is out of date does alone: it is loaded again where nothing is lost, else offers it."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import TIMERS, told


def test_a_page_that_is_out_of_date_waits_for_what_one_does(alone: Alone) -> None:
    elements = """<p id=renewal hidden><a data-why='out gone' href=/in/>In</a><b data-why=release>New</b>
      <b data-why='player out'>Who</b></p><p id=messages>Signed out</p><main></main>"""
    story = (
        TIMERS
        + """
      const told = [];
      const { renew, offer, sayOut } = module;
      const main = q("main");
      const see = (name) => {
        const parts = [...q("#renewal").querySelectorAll(":not([hidden])")].map(({ textContent }) => textContent);
        told.push(`${name}: ${q("#renewal").hidden ? "-" : parts} ${sessionStorage.getItem("renewed") ?? ""}`);
        q("#renewal").hidden = true;
      };
      const busy = async (name, html, end) => {
        sessionStorage.setItem("renewed", `["release ${name}"]`);
        main.innerHTML = html;
        const ends = end ?? (() => { main.innerHTML = ""; });
        renew("release", name, 500);
        await passes(2_400);
        told.push(`${name} ${q("#renewal").hidden}`);
        ends();
        await passes(2_000);
        told.push(q("#renewal").hidden);
        q("#renewal").hidden = true;
      };
      await busy("nothing", "");
      await busy("dialog", "<dialog open></dialog>");
      await busy("menu", "<details class=menu open></details>");
      await busy("closed menu", "<details class=menu></details>");
      await busy("request", "<i class=htmx-request></i>");
      await busy("busy", "<i aria-busy=true></i>");
      await busy("preview", "<i id=preview aria-busy=true></i>");
      await busy("proof", "<i id=proof aria-busy=true></i>");
      dispatchEvent(new Event("pointerdown"));
      await busy("pressed", "", () => dispatchEvent(new Event("pointerup")));
      dispatchEvent(new Event("pointerdown"));
      await busy("cancelled", "", () => dispatchEvent(new Event("pointercancel")));
      sessionStorage.removeItem("renewed");
      const begun = async (name, html, act = () => {}) => {
        main.innerHTML = html;
        act(main.querySelector("input, select, textarea"));
        renew("release", name);
        await passes(1);
        see(name);
      };
      const fill = (field) => { field.value = "x"; };
      await begun("selected tile", "<p id=rack><b class=selected></b></p>");
      await begun("text", "<form><textarea>y</textarea></form>", fill);
      await begun("choice", "<form><select><option>y<option selected>z</select></form>",
        (field) => { field.selectedIndex = 0; });
      await begun("radio", "<form><input type=radio value=a></form>", (field) => { field.checked = true; });
      renew("release", "first", 100);
      renew("player", "second", 200);
      main.innerHTML = "<i class=htmx-request></i>";
      await passes(150);
      main.innerHTML = "<p id=rack><b class=selected></b></p>";
      await passes(50);
      see("the latest reason");
      await passes(2_500);
      see("only that");
      history.replaceState(null, "", "/a/?b=1");
      for (const why of ["player", "out", "gone", "release"]) {
        offer(why);
        see(`${why} ${q("#renewal a").search}`);
      }
      sayOut();
      see("not out");
      sessionStorage.setItem("out", "yes");
      sayOut();
      see("signed in again");
      told.push(sessionStorage.getItem("out"), texts("#messages"));
      delete document.documentElement.dataset.user;
      sessionStorage.setItem("out", "yes");
      sayOut();
      see("out");
      told.push(sessionStorage.getItem("out"), texts("#messages"));
      sayOut();
      see("said");
      sessionStorage.setItem("renewed", "{");
      await begun("without storage", "");
      q("#renewal").id = "gone";
      offer("out");
      return told;"""
    )
    assert told(alone("renewal", elements), story) == [
        "nothing false",
        False,
        "dialog true",
        False,
        "menu true",
        False,
        "closed menu false",
        False,
        "request true",
        False,
        "busy true",
        False,
        "preview false",
        False,
        "proof false",
        False,
        "pressed true",
        False,
        "cancelled true",
        False,
        "selected tile: New ",
        "text: New ",
        "choice: New ",
        "radio: New ",
        "the latest reason: Who ",
        "only that: - ",
        "player : Who ",
        "out ?next=%2Fa%2F%3Fb%3D1: In,Who ",
        "gone ?next=%2Fa%2F%3Fb%3D1: In ",
        "release ?next=%2Fa%2F%3Fb%3D1: New ",
        "not out: - ",
        "signed in again: - ",
        None,
        "Signed out",
        "out: In,Who ",
        None,
        "",
        "said: - ",
        "without storage: New {",
    ]


def test_a_page_is_loaded_again_past_what_is_no_work(alone: Alone) -> None:
    elements = """<p id=renewal hidden>x</p><form><input type=hidden id=hidden><input value=y><textarea>y</textarea>
      <select><option>y</select></form><form id=device><input id=of_device></form>
      <form><input id=of_saved><i class=save></i></form>"""
    page = alone("renewal", elements)
    page.evaluate("sessionStorage.setItem('renewed', JSON.stringify([...Array(20).keys()]))")
    page.evaluate("() => { for (const one of [hidden, of_device, of_saved]) one.value = 'x'; module.leave(); }")
    with page.expect_navigation():
        page.clock.run_for(10)
    assert page.evaluate("sessionStorage.getItem('out')") == "yes"
    kept = page.evaluate("JSON.parse(sessionStorage.getItem('renewed'))")
    assert (len(kept), kept[0], kept[-1][:4]) == (20, 1, "out ")
