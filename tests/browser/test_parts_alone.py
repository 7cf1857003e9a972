"""Scripts beside the board, each alone with the elements that it needs: what they say, keep, send and show."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import BOARD, told

BOX = "<input type=checkbox name={0}><label>{0}</label>"


def test_toasts_menus_and_questions_of_every_page(alone: Alone) -> None:
    toasts = "".join(
        f"<template id=toast-{name}>{name}!</template>" for name in ["offline", "failed", "gone", "often", "forbidden"]
    )
    elements = f"""{toasts}<div id=toasts></div><dialog id=question><form method=dialog><p id=question-text></p>
      <button value=no>No</button><button value=yes>Yes</button></form></dialog>
      <form id=plain data-question="Sure?"><button name=a value=1>Delete</button></form>
      <details class=menu id=menu><summary>Menu</summary><a id=inside href="#x">x</a></details><p id=else>Else</p>"""
    story = """
      await load("site");
      const told = [];
      const see = () => told.push(texts("#toasts > .toast > span"));
      fires("toast", { name: "said", text: "Copied" });
      fires("toast", { name: "gone" });
      fires("toast", { name: "gone" });
      fires("toast", { name: "unknown" });
      see();
      for (const [status, text] of [
        ...[502, 500, 400, 413, 404, 410, 401, 422].map((status) => [status, ""]),
        [403, "<p class=error>Closed</p>"], [429, "<h1>Stop</h1><p>Too often</p>"], [429, '{"partials":""}'],
      ]) {
        q("#toasts").replaceChildren();
        fires("htmx:response:error", { ctx: { response: { status }, text } });
        told.push(`${status} ${texts("#toasts > .toast > span")}`);
      }
      q("#toasts").replaceChildren();
      fires("htmx:error", { ctx: {} });
      see();
      const sent = [];
      q("#plain").addEventListener("submit", (event) => {
        event.preventDefault();
        sent.push(new URLSearchParams(new FormData(event.target, event.submitter)).toString());
      });
      for (const answer of ["no", "yes"]) {
        q("#plain button").click();
        told.push(texts("#question-text"), q("#question").open, texts("#question [value=yes]"));
        q(`#question [value=${answer}]`).click();
        await tick(20);
        told.push([...sent]);
      }
      for (const place of ["#inside", "#else"]) {
        q("#menu").open = true;
        q(place).click();
        told.push(q("#menu").open);
      }
      q("#menu").open = true;
      q("#inside").focus();
      key("Escape");
      told.push(q("#menu").open, document.activeElement.tagName);
      const ctx = { request: {} };
      fires("htmx:config:request", { ctx });
      told.push(ctx.request.timeout, typeof ctx.fetch);
      return told;"""
    assert told(alone("storage", elements), story) == [
        "Copied gone!",
        "502 offline!",
        "500 failed!",
        "400 failed!",
        "413 failed!",
        "404 gone!",
        "410 gone!",
        "401 forbidden!",
        "422 ",
        "403 Closed",
        "429 Too often",
        "429 often!",
        "offline!",
        "Sure?",
        True,
        "Delete",
        [],
        "Sure?",
        True,
        "Delete",
        ["a=1&confirmed=yes"],
        True,
        False,
        False,
        "SUMMARY",
        90000,
        "function",
    ]


def test_the_deal_is_mixed_before_a_form_is_sent(alone: Alone) -> None:
    elements = """<form id=one data-deal=/deal/><input name=csrfmiddlewaretoken value=token>
      <input name=game value=summy><button name=pace value=live>Go</button></form>
      <button form=one formaction=/x/ data-deal=/deal/x/ name=b value=2>X</button>
      <form id=two><button name=c value=3>Plain</button></form>"""
    story = """
      await load("mix");
      const told = [];
      let works = true;
      window.fetch = async (path, { method, body, headers }) => {
        told.push(`${method} ${path} ${[...body.keys()]} ${headers["X-CSRFToken"]}`);
        if (!works) throw new TypeError("offline");
        return { ok: works !== "no", json: async () => ({ ticket: "T", commitments: [["s", "t"]] }) };
      };
      document.addEventListener("submit", (event) => {
        event.preventDefault();
        const data = Object.fromEntries(new FormData(event.target, event.submitter));
        if (data.mix) data.mix = data.mix.replace(/[0-9a-f]/g, "").length + data.mix.length;
        told.push(data);
      });
      for (const state of [true, false, "no"]) {
        works = state;
        q("#one button").click();
        q("#one button").click();
        await tick(30);
      }
      works = true;
      q("#one button").click();
      q("#one button").remove();
      await tick(30);
      q("button[formaction]").click();
      await tick(30);
      q("#two button").click();
      told.push(JSON.parse(localStorage.getItem("numgames.mixes")).map(({ seals }) => seals));
      return told;"""
    assert told(alone("storage", elements), story) == [
        "POST /deal/ csrfmiddlewaretoken,game,pace token",
        {"csrfmiddlewaretoken": "token", "game": "summy", "mix": 64, "pace": "live", "ticket": "T"},
        "POST /deal/ csrfmiddlewaretoken,game,pace token",
        {"csrfmiddlewaretoken": "token", "game": "summy", "pace": "live"},
        "POST /deal/ csrfmiddlewaretoken,game,pace token",
        {"csrfmiddlewaretoken": "token", "game": "summy", "pace": "live"},
        "POST /deal/ csrfmiddlewaretoken,game,pace token",
        {"csrfmiddlewaretoken": "token", "game": "summy", "mix": 64, "pace": "live", "ticket": "T"},
        "POST /deal/x/ csrfmiddlewaretoken,game,b token",
        {"b": "2", "csrfmiddlewaretoken": "token", "game": "summy", "mix": 64, "ticket": "T"},
        {"c": "3"},
        [[["s", "t"]], [["s", "t"]], [["s", "t"]]],
    ]


def test_settings_of_the_device_are_kept(alone: Alone) -> None:
    select = "<select name={0} data-pace={0}><option value=''>-<option value=twice>Twice</select>"
    elements = f"""<form id=device hidden><input type=range name=volume min=0 max=100>{BOX.format("haptics")}
      {BOX.format("keys")}<details>{select.format("live")}{select.format("days")}</details></form>
      <p id=device-status data-saved=Saved data-failed=Failed></p>"""
    story = """
      const cookies = [];
      let cookie = "match=twice-days; other=1";
      Object.defineProperty(document, "cookie", {
        get: () => cookie, set: (text) => { cookies.push(text); cookie = text.split(";")[0]; } });
      localStorage.setItem("device", '{"volume": 20, "keys": false}');
      await load("device_settings");
      const { elements } = q("#device");
      const told = [q("#device").hidden, q("details").open];
      const see = () => told.push(
        [elements.volume.value, elements.haptics.checked, elements.keys.checked,
          elements.live.value, elements.days.value]);
      const change = async (name, value) => {
        await tick(120);
        const field = elements[name];
        if (field.type === "checkbox") field.checked = value;
        else field.value = value;
        field.dispatchEvent(new Event("change", { bubbles: true }));
        await tick(120);
        told.push(`${q("#device-status").textContent} ${localStorage.getItem("device")}`);
      };
      see();
      await change("volume", "70");
      await change("haptics", false);
      await change("live", "twice");
      await change("days", "");
      await change("live", "");
      return [...told, cookies];"""
    assert told(alone("storage", elements), story) == [
        False,
        True,
        ["20", True, False, "", "twice"],
        'Saved {"volume":70,"haptics":true,"keys":false}',
        'Saved {"volume":70,"haptics":false,"keys":false}',
        'Saved {"volume":70,"haptics":false,"keys":false}',
        'Saved {"volume":70,"haptics":false,"keys":false}',
        'Saved {"volume":70,"haptics":false,"keys":false}',
        [
            "match=twice-live.twice-days; path=/; max-age=31536000; samesite=lax",
            "match=twice-live; path=/; max-age=31536000; samesite=lax",
            "match=; path=/; max-age=0; samesite=lax",
        ],
    ]


def test_sounds_have_their_notes_and_loudness(alone: Alone) -> None:
    story = """
      let notes = [];
      window.AudioContext = class {
        currentTime = 10;
        state = "running";
        createOscillator() {
          const voice = { frequency: {}, connect: (next) => next };
          voice.start = (at) => notes.push(`${voice.frequency.value} at ${at.toFixed(2)}`);
          voice.stop = (at) => notes.push(`to ${at.toFixed(2)}`);
          return voice;
        }
        createGain() {
          const linearRampToValueAtTime = (loud, at) => notes.push(`${loud.toFixed(3)} by ${at.toFixed(3)}`);
          const others = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
          return { connect() {}, gain: { ...others, linearRampToValueAtTime } };
        }
      };
      module.prepare();
      module.signal("move", true);
      document.dispatchEvent(new Event("pointerdown"));
      await tick(100);
      const told = [notes];
      for (const name of ["own", "won", "lost", "drawn", "low", "illegal", "capture", "bonus", "asked", "move"]) {
        notes = [];
        module.signal(name, true);
        module.signal(name, false);
        await tick();
        told.push(name === "move" ? notes : `${name} ${notes.filter((one) => one.includes("at")).map(parseFloat)}`);
      }
      notes = [];
      localStorage.setItem("device", '{"volume": 0}');
      module.signal("own", true);
      await tick();
      return [...told, notes];"""
    assert told(alone("sound"), story) == [
        [],
        "own 392",
        "won 523,659,784,1047",
        "lost 392,330,262",
        "drawn 392,392",
        "low 440,440",
        "illegal 196",
        "capture 587,440,587",
        "bonus 659,880",
        "asked 659,784",
        ["0.120 by 10.015", "523 at 10.00", "to 10.26", "0.120 by 10.145", "659 at 10.13", "to 10.39"],
        [],
    ]


def test_messages_take_the_place_of_their_parts(alone: Alone) -> None:
    elements = (
        BOARD
        + """<div id=toasts></div><p id=status>Old</p><details id=more open><p id=inner>x</p></details>
      <ol id=turns></ol>
      <div id=holder><details id=fold open>a</details></div>"""
    )
    story = """
      const told = [];
      await module.apply("<td id=a1 class=blue>5</td><p id=status>New</p><p id=unknown>?</p><li id=turn-5>Turn</li>");
      told.push(q("#a1").className, q("#a1").getAttribute("tabindex"), texts("#status"));
      told.push(q("#unknown"), texts("#turns"));
      await module.apply("<p id=toast-1 data-append=toasts>One</p><p id=toast-2 data-append=toasts>Two</p>");
      await module.apply("<p id=toast-1 data-append=toasts>Again</p>");
      told.push(ids("#toasts > *"), texts("#toasts"));
      await module.apply("<div id=holder><details id=fold>b</details></div>");
      told.push(q("#fold").open, texts("#fold"));
      return told;"""
    assert told(alone("partials", elements), story) == [
        "blue",
        "-1",
        "New",
        None,
        "Turn",
        "toast-2 toast-1",
        "TwoAgain",
        True,
        "b",
    ]


def test_a_challenge_is_filled_in_on_the_page(alone: Alone) -> None:
    elements = f"""<dialog id=new></dialog><i id=question data-close=Close></i>
      <a data-dialog href=/computers/1/>Computer</a>
      <form><select name=time><option value=5+8 selected><option value=3_days></select>
      {BOX.format("mirror checked")}{BOX.format("standing checked")}</form>"""
    story = """
      const told = [];
      await load("challenge");
      told.push(q("[name=mirror]").checked, q("[name=standing]").checked);
      window.fetch = async (path) => {
        told.push(path);
        return new Response("<section id=computer aria-labelledby=t><h2 id=t>Ada</h2><form></form></section>");
      };
      q("[data-dialog]").click();
      await tick(30);
      told.push(q("#new").open, q("#new").getAttribute("aria-labelledby"), texts("#new h2"));
      told.push(q("#new .closer").ariaLabel);
      q("#new .closer").click();
      told.push(q("#new").open);
      return told;"""
    assert told(alone("storage", elements), story) == [
        False,
        False,
        "http://scripts.example/computers/1/",
        True,
        "t",
        "Ada",
        "Close",
        False,
    ]


def test_the_sections_of_the_settings_are_linked_and_saved(alone: Alone) -> None:
    elements = """<meta name=theme-color content=x><div class=sections><nav></nav><section class=panel id=one>
      <h2>One</h2><form id=f><input name=changed value=x>
      <select name=theme><option value=auto><option value=dark></select>
      <p class=saved>Saved</p></form></section><section class=panel id=two><h2>Two</h2></section></div>"""
    story = """
      const told = [];
      location.hash = "#two";
      await load("sections");
      await tick(20);
      const see = () => told.push([...document.querySelectorAll("nav a")].map((a) =>
        `${a.hash} ${a.textContent} ${a.ariaCurrent}`));
      see();
      location.hash = "#one";
      await tick(50);
      see();
      q("select").value = "dark";
      q("select").dispatchEvent(new Event("change", { bubbles: true }));
      told.push(q("[name=changed]").value, texts(".saved"), document.documentElement.dataset.theme);
      told.push(q("meta[name=theme-color]").content !== "x", fires("htmx:before:swap", {}, q("#f")));
      fires("htmx:before:request", {}, q("#f"));
      told.push(fires("htmx:before:swap", {}, q("#f")));
      return told;"""
    assert told(alone("storage", elements), story) == [
        ["#one One null", "#two Two true"],
        ["#one One true", "#two Two null"],
        "x theme",
        "",
        "dark",
        True,
        False,
        True,
    ]


def test_modules_run_one_after_the_other_also_after_one_that_throws(alone: Alone) -> None:
    elements = "".join(f"<script type=x data-module={name}></script>" for name in ("one", "two", "three", "none"))
    story = """
      const told = [];
      addEventListener("error", (event) => { told.push(event.message); event.preventDefault(); });
      module.run({
        three: () => told.push("three"), two: () => { throw new Error("broken"); }, one: () => told.push("one"),
        other: () => told.push("other"),
      });
      return told;"""
    assert told(alone("run", elements), story) == ["one", "Uncaught Error: broken", "three"]


def test_a_step_of_a_replay_shows_what_the_address_says(alone: Alone) -> None:
    elements = """<div id=view data-here=/matches/m/3/><a data-step href=/matches/m/4/>4</a>
      <a data-step href=/matches/m/5/>5</a></div>"""
    story = """
      const told = [];
      history.replaceState(null, "", "/matches/m/3/");
      window.htmx.ajax = async (method, path, { target, select, swap }) => {
        told.push(`${method} ${new URL(path).pathname} ${target} ${select} ${swap}`);
        told.push(q("#view").hasAttribute("data-waits"));
        await tick(20);
        q("#view").dataset.here = new URL(path).pathname;
      };
      await load("steps");
      const [four, five] = document.querySelectorAll("[data-step]");
      four.click();
      five.click();
      await tick(150);
      told.push(location.pathname, q("#view").hasAttribute("data-waits"));
      history.back();
      await tick(150);
      told.push(location.pathname, q("#view").dataset.here);
      four.addEventListener("click", (event) => event.preventDefault(), true);
      four.click();
      return told;"""
    assert told(alone("storage", elements), story) == [
        "GET /matches/m/4/ #view #view outerMorph",
        True,
        "GET /matches/m/5/ #view #view outerMorph",
        True,
        "/matches/m/5/",
        False,
        "GET /matches/m/3/ #view #view outerMorph",
        True,
        "/matches/m/3/",
        "/matches/m/3/",
    ]
