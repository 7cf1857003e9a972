"""What a tab does about its own history, a page that is out of date and push notifications, each script alone."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import TIMERS, told


def test_the_way_back_closes_what_is_open_on_a_small_page(alone: Alone) -> None:
    elements = """<dialog id=first></dialog><dialog id=second></dialog><section id=more popover>x</section>
      <details id=chat><summary>x</summary></details><details class=menu id=menu><summary>x</summary></details>
      <details id=plain><summary>x</summary></details>"""
    story = """
      const told = [];
      await load("back");
      const all = () => [...document.querySelectorAll("[open]"), ...(q("#more:popover-open") ? [q("#more")] : [])];
      const see = (name) => told.push(`${name}: ${all().map(({ id }) => id)} ${history.state?.over ?? 0} `
        + `${history.length - start} ${location.hash}`);
      const start = history.length;
      const settles = async (name) => {
        await tick(5);
        see(name);
      };
      const back = async (name) => {
        history.back();
        await new Promise((done) => addEventListener("popstate", done, { once: true }));
        await settles(name);
      };
      q("#plain").open = true;
      await settles("plain");
      q("#plain").open = false;
      q("#chat").open = true;
      await settles("chat");
      q("#menu").open = true;
      await settles("menu");
      q("#first").showModal();
      await settles("question");
      await back("back");
      await back("back");
      await back("back");
      q("#more").showPopover();
      await settles("sheet");
      await back("back");
      q("#chat").open = true;
      await settles("chat");
      q("#chat").open = false;
      await settles("closed by itself");
      q("#menu").open = true;
      await settles("another");
      location.hash = "part";
      await settles("a part");
      await back("back from it");
      await back("back");
      const steps = async (name, act, more = 1) => {
        for (let count = 0; count < more; count += 1) {
          const stepped = new Promise((done) => addEventListener("popstate", done, { once: true }));
          if (!count) act();
          await Promise.race([stepped, tick(200)]);
        }
        await settles(name);
      };
      await steps("forward to an entry that is closed", () => history.forward());
      history.pushState(null, "", "#step");
      q("#chat").open = true;
      await settles("after a step");
      await steps("back", () => history.back());
      q("#chat").open = true;
      await settles("again");
      q("#chat").open = false;
      await steps("back passes on", () => history.back(), 2);
      let length = 0;
      Object.defineProperty(history, "length", { get: () => length });
      history.go = (steps) => told.push(steps);
      q("#chat").open = true;
      await tick(5);
      length = 3;
      q("#chat").open = false;
      await tick(5);
      length = 2;
      for (const answer of ["yes", "no"]) {
        q("#first").showModal();
        await tick(5);
        told.push(answer);
        q("#first").close(answer);
        await tick(5);
      }
      return told;"""
    page = alone("storage", elements)
    page.set_viewport_size({"width": 400, "height": 800})
    assert told(page, story) == []
    page = alone("storage", elements)  # a wide page
    assert told(page, 'await load("back"); q("#chat").open = true; await tick(5); return history.state;') is None


def test_push_is_offered_told_and_closed_as_it_stands(alone: Alone) -> None:
    elements = "<div id=match data-seat=1 data-match=m></div><i id=lobby></i>"
    story = """
      const told = [];
      const { state, turnOn, turnOff, renew, closeAnswered } = module;
      const { dataset } = document.documentElement;
      const key = (text) => new TextEncoder().encode(text);
      let [agent, points, standalone, subscription, answers] = ["Linux", 0, false, null, { ok: true }];
      const define = (place, name, get) => Object.defineProperty(place, name, { get, configurable: true });
      define(navigator, "userAgent", () => agent);
      define(navigator, "maxTouchPoints", () => points);
      window.matchMedia = () => ({ matches: standalone });
      const made = (endpoint, text = "site") => ({
        endpoint, options: { applicationServerKey: text && key(text) },
        toJSON: () => ({ keys: { p256dh: "P", auth: "A" } }),
        unsubscribe: async () => {
          told.push(`ends ${endpoint}`);
          subscription = null;
        },
      });
      const pushManager = {
        getSubscription: async () => subscription,
        subscribe: async ({ applicationServerKey, userVisibleOnly }) => {
          if (answers === null) throw new Error("no push service");
          told.push(`subscribes ${applicationServerKey} ${userVisibleOnly}`);
          return (subscription = made("new"));
        },
      };
      let registration = { pushManager };
      let worker = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
      dataset.pushKey = btoa("site").replace(/=+$/, "");
      window.PushManager = class {};
      window.Notification = { permission: "default" };
      const see = async (name, endpoints = []) => told.push(`${name}: ${await state(endpoints)}`);
      await see("no worker");
      define(navigator, "serviceWorker", () => worker);
      delete window.PushManager;
      await see("no push");
      window.PushManager = class {};
      for (const [name, touches] of [["iPhone", 0], ["iPad", 0], ["Mac", 1], ["Mac", 5]]) {
        [agent, points] = [name, touches];
        await see(`${name} ${touches}`);
      }
      standalone = true;
      await see("installed");
      [agent, standalone] = ["Linux", false];
      await see("touch screen");
      registration = undefined;
      await see("no registration");
      registration = { pushManager };
      subscription = made("one");
      await see("unknown", ["two"]);
      await see("known", ["two", "one"]);
      dataset.pushTold = "one";
      await see("told");
      for (const other of ["former", ""]) {
        subscription = made("one", other);
        await see(`key "${other}"`, ["one"]);
      }
      subscription = made("one", ">>>\u00ff\u00fe");
      dataset.pushKey = "Pj4-w7_Dvg";
      await see("key with signs", ["one"]);
      dataset.pushKey = btoa("site").replace(/=+$/, "");
      const { pushKey } = dataset;
      delete dataset.pushKey;
      await see("site without a key", ["one"]);
      dataset.pushKey = pushKey;
      window.Notification.permission = "denied";
      await see("denied", ["one"]);
      window.Notification.permission = "default";
      const posts = [];
      document.addEventListener("pushtold", () => posts.push("told"));
      window.fetch = async (path, { body, method }) => (posts.push(`${method} ${path} ${body}`), answers);
      const kept = () => told.push(`${posts.splice(0)} ${localStorage.getItem("push")} ${dataset.pushTold}`);
      for (const [answer, permission] of [["denied"], ["granted"], ["granted"], ["granted"]]) {
        window.Notification.requestPermission = async () => answer;
        told.push(`turned ${await turnOn("7")}`);
        kept();
        answers = answers === null ? { ok: true } : answers.ok ? { ok: false } : null;
      }
      answers = { ok: true };
      subscription = made("three");
      await renew({ pushManager }, "7");
      kept();
      await renew({ pushManager }, "7");
      kept();
      dataset.push = "other";
      answers = { ok: false };
      await renew({ pushManager }, "7");
      kept();
      answers = { ok: true };
      await renew({ pushManager }, "7");
      kept();
      await turnOff();
      kept();
      registration = undefined;
      await turnOff();
      await renew({}, "7");
      const tags = ["m", "n", "challenge-1", ""];
      let shown = [];
      navigator.clearAppBadge = async () => { throw new Error(told.push("no badge")); };
      const getNotifications = async () => tags.map((tag) => ({ tag, close: () => shown.push(tag) }));
      let visible = "visible";
      define(document, "visibilityState", () => visible);
      const closes = async (name, player) => {
        shown = [];
        await closeAnswered({ getNotifications }, player);
        told.push(`${name}: ${shown.join(" ")}`);
      };
      await closes("match", "7");
      q("#match").dataset.seat = "";
      await closes("watched match", "7");
      q("#lobby").dataset.sees = "league";
      await closes("league", "7");
      q("#lobby").dataset.sees = "challenge";
      await closes("lobby", "7");
      visible = "hidden";
      await closes("hidden", "7");
      await closes("signed out", "");
      await closeAnswered({}, "");
      return told;"""
    assert told(alone("push", elements), story) == [
        "no worker: never",
        "no push: never",
        "iPhone 0: iphone",
        "iPad 0: iphone",
        "Mac 1: off",
        "Mac 5: iphone",
        "installed: off",
        "touch screen: off",
        "no registration: off",
        "unknown: lapsed",
        "known: on",
        "told: on",
        'key "former": lapsed',
        'key "": on',
        "key with signs: on",
        "site without a key: on",
        "denied: denied",
        "turned lapsed",
        " null one",
        "ends one",
        "subscribes c2l0ZQ true",
        "turned failed",
        "POST /notifications/devices/ endpoint=new&p256dh=P&auth=A null one",
        "ends new",
        "turned failed",
        " null one",
        "subscribes c2l0ZQ true",
        "turned on",
        "POST /notifications/devices/ endpoint=new&p256dh=P&auth=A,told 7  new new",
        "POST /notifications/devices/ endpoint=three&p256dh=P&auth=A,told 7  three three",
        " 7  three three",
        "POST /notifications/devices/ endpoint=three&p256dh=P&auth=A 7  three three",
        "POST /notifications/devices/ endpoint=three&p256dh=P&auth=A,told 7 other three three",
        "ends three",
        " null three",
        "match: m",
        "watched match: ",
        "league: ",
        "lobby: challenge-1",
        "hidden: ",
        "no badge",
        "signed out: m n challenge-1 ",
        "no badge",
    ]


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
