"""What a tab does about its own history and push notifications, each script alone."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import told


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
    assert told(page, story) == [
        "plain: plain 0 0 ",
        "chat: chat 1 1 ",
        "menu: chat,menu 2 2 ",
        "question: first,chat,menu 3 3 ",
        "back: first,chat 2 3 ",
        "back: first 1 3 ",
        "back:  0 3 ",
        "sheet: more 1 1 ",
        "back:  0 1 ",
        "chat: chat 1 1 ",
        "closed by itself:  1 1 ",
        "another: menu 1 1 ",
        "a part: menu 0 2 #part",
        "back from it: menu 1 2 ",
        "back:  0 2 ",
        "forward to an entry that is closed:  1 2 ",
        "after a step: chat 1 3 #step",
        "back:  0 3 #step",
        "again: chat 1 3 #step",
        "back passes on:  1 3 ",
        "yes",
        "no",
        -1,
    ]
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
