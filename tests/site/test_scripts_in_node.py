"""What scripts work out without a page, and the service worker, told to Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess

from django.conf import settings

BEFORE = """
const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
const load = (name) => import(new URL(`static/js/${name}.js`, HOME));
const outcome = [];
const tell = (...all) => outcome.push(...all);
"""


def told(story: str) -> list[object]:
    """Return what a story tells."""
    node = shutil.which("node")
    assert node, "Node.js is missing"
    home = f"const HOME = {json.dumps(settings.BASE_DIR.as_uri() + '/')};"
    script = f"{home}{BEFORE}{story};console.log(JSON.stringify(outcome));"
    run = subprocess.run([node, "--input-type=module", "--eval", script], capture_output=True, text=True, check=True)
    outcome: list[object] = json.loads(run.stdout.splitlines()[-1])
    return outcome


TILES = """
const { matched, grouped, sorted, lift, onBoard, spelled, remembered } = await load("tiles");
const tile = (face, square = "", at = 0, as = "") =>
  ({ face, kind: "k", group: /\\d/.test(face) ? "number" : "symbol", becomes: [], square, as, at });
const faces = (tiles) => tiles.map(({ face, square }) => face + (square && `@${square}`)).join(" ");
const rack = (text) =>
  text.split(" ").map((face) => ({ face, kind: "k", group: /\\d/.test(face) ? "number" : "symbol", becomes: [] }));
const laid = [tile("5", "b1", 2), tile("+", "c1", 3), tile("5", "a1", 1), tile("?", "d1", 4, "7"), tile("9")];
tell(faces(onBoard(laid)), spelled(laid));
const plain = (text) => text.split(" ").map((face) => tile(face));
tell(faces(sorted(plain("x 12 5 + 3 ?"))), faces(grouped(plain("+ 5 x 3"))));
tell(faces(grouped(plain("5 +"), ["symbol", "number"])));
tell(faces(matched(structuredClone(laid), rack("5 + ? 9 8"), false)));
tell(faces(matched(structuredClone(laid), rack("5 + ? 9 8"), true)));
tell(faces(matched(plain("1 2 3 +"), rack("1 4 3 +"), false)));
lift(laid[0]);
tell(laid[0].square, laid[0].as, laid[0].at);
localStorage.setItem("good", JSON.stringify({ next: 3, tiles: laid }));
localStorage.setItem("bad", "{");
tell(remembered("good").next, remembered("good").tiles.length, remembered("bad"), remembered("none"));
"""


def test_tiles_keep_their_place_or_give_it_to_a_new_one() -> None:
    assert told(TILES) == [
        "5@a1 5@b1 +@c1 ?@d1",
        "a1:5 b1:5 c1:+ d1:?7",
        "+ ? x 3 5 12",
        "+ x 5 3",
        "+ 5",
        "5@b1 8 9 +@c1 ?@d1",
        "8 5 9 + ?",
        "1 4 3 +",
        "",
        "",
        0,
        3,
        5,
        {"next": 0, "tiles": []},
        {"next": 0, "tiles": []},
    ]


KEPT = """
const { remember, mixesFor, hasMixed } = await load("mixes");
for (let number = 0; number < 301; number += 1)
  remember({ value: `v${number}`, seals: [[`s${number % 3}`, `t${number}`]] });
tell(hasMixed("v0"), hasMixed("v1"), hasMixed("v300"), mixesFor("s0").length, mixesFor("s0")[0], mixesFor("other"));
const { device, keep } = await load("device");
tell(device(), keep({ volume: 0, keys: false }), device());
const { save, loadJson } = await load("storage");
tell(save("text", "plain"), loadJson("text"), save("list", [1]), loadJson("list"));
tell(save("list", null), loadJson("list"));
localStorage.setItem = () => { throw new Error("full"); };
tell(save("text", "other"));
const { backoff } = await load("persistent");
tell([0, 1, 5, 6, 16].map(backoff));
const { nearest } = await load("choosing");
const all = ["a1 a2", "a1 a2 a3", "b1 b2", "a2 a3", "a1"];
const of = (text) => text.split(" ");
tell(nearest(all, "a1 a2", "a3", of), nearest(all, "a1 a2", "a1", of), nearest(all, "a1 a2", "b1", of));
const { synchronise, now } = await load("time");
tell(now());
synchronise(50_000);
tell(Math.round((now() - 50_000) / 100));
synchronise(60_000, performance.now() - 400);
tell(Math.round((now() - 60_000) / 100));
synchronise(55_000);
tell(Math.round((now() - 60_000) / 100));
synchronise(50_000, performance.now() - 1_000);
tell(Math.round((now() - 50_000) / 100));
"""


def test_what_a_browser_keeps_and_works_out() -> None:
    assert told(KEPT) == [
        False,
        True,
        True,
        100,
        {"theirs": "t300", "value": "v300"},
        [],
        {"haptics": True, "keys": True, "volume": 50},
        True,
        {"haptics": True, "keys": False, "volume": 0},
        True,
        None,
        True,
        [1],
        True,
        None,
        False,
        [500, 1000, 16000, 20000, 20000],
        ["a1 a2 a3"],
        ["a2 a3"],
        ["b1 b2"],
        None,
        0,
        0,
        0,
        10,
    ]


WORKER = """
const { readFile } = await import("node:fs/promises");
const KNOWN = { kept: ["/a.css", "/b.js"], offline: "/offline/", icon: "/icon.png", key: "KEY", devices: "/devices/",
  preferences: "/preferences/" };
const heard = {};
const cached = new Map();
let online = true;
const shown = [];
const note = (title, options) => {
  shown.push({ title, ...options, close() { tell(`closes ${this.tag}`); shown.splice(shown.indexOf(this), 1); } });
};
globalThis.self = {
  addEventListener: (name, act) => { heard[name] = act; },
  skipWaiting: () => tell("skips waiting"),
  navigator: { setAppBadge: async (count) => tell(`badge ${count}`), clearAppBadge: async () => tell("no badge") },
  registration: {
    showNotification: async (title, options) => { tell(title, options); note(title, options); },
    getNotifications: async () => [...shown],
    pushManager: {
      subscribe: async (options) => ({ toJSON: () => ({ endpoint: `new ${options.applicationServerKey}` }) }),
    },
  },
  clients: {
    claim: () => tell("claims"),
    matchAll: async () => [{ url: "http://x/matches/m1/?a=1", focus: () => tell("focuses") }],
    openWindow: (path) => tell(`opens ${path}`),
  },
};
globalThis.Request = class { constructor(path) { this.path = path; } };
globalThis.Response = { error: () => "no answer" };
globalThis.caches = {
  open: async (name) => ({ addAll: async (all) => { cached.set(name, all.map(({ path }) => path)); } }),
  keys: async () => [...cached.keys()],
  delete: async (name) => { tell(`drops ${name}`); cached.delete(name); },
  match: async (path) => [...cached.values()].flat().find((one) => one === path),
};
globalThis.fetch = async (asked, options) => {
  if (!online) throw new TypeError("offline");
  if (options) tell(`posts ${options.body.get("endpoint")} ${options.headers["X-CSRFToken"]}`);
  return { ok: true, redirected: false, text: async () => '{"X-CSRFToken": "secret"}' };
};
new Function("KNOWN", await readFile(new URL("static/js/worker.js", HOME), "utf8"))(KNOWN);
const happen = async (name, more = {}) => {
  let answer = "not its own";
  heard[name]({ waitUntil: (done) => { answer = done; }, respondWith: (done) => { answer = done; }, ...more });
  return await answer;
};
cached.set("offline-old", []);
await happen("install");
await happen("activate");
tell([...cached]);
online = false;
for (const asked of ["/any/ navigate GET", "/a.css no-cors GET", "/a.css no-cors POST", "/c.css no-cors GET"]) {
  const [path, mode, method] = asked.split(" ");
  tell(await happen("fetch", { request: { url: `http://x${path}`, mode, method } }));
}
online = true;
const push = (data) => happen("push", { data: { json: () => data } });
const turn = { title: "Your turn", body: "bob played", path: "/matches/m1/", turn: true };
await push({ ...turn, tag: "m1", waiting: 2, matches: ["m1"] });
await push({ ...turn, tag: "m2", waiting: 1, matches: ["m2"] });
await push({ title: "News", matches: undefined });
for (const path of ["/matches/m1/", "/lobby/", undefined])
  await happen("notificationclick", { notification: { close: () => tell("closed"), data: path && { path } } });
await happen("pushsubscriptionchange", { newSubscription: null });
await happen("pushsubscriptionchange", { newSubscription: { toJSON: () => ({ endpoint: "given" }) } });
"""


def test_the_service_worker_caches_notifies_and_opens() -> None:
    assert told(WORKER) == [
        "skips waiting",
        "drops offline-old",
        "claims",
        [["offline-/a.css,/b.js", ["/offline/", "/a.css", "/b.js"]]],
        "/offline/",
        "/a.css",
        "not its own",
        "not its own",
        "badge 2",
        "Your turn",
        {
            "badge": "/icon.png",
            "body": "bob played",
            "data": {"path": "/matches/m1/", "turn": True},
            "icon": "/icon.png",
            "renotify": True,
            "tag": "m1",
        },
        "badge 1",
        "Your turn",
        {
            "badge": "/icon.png",
            "body": "bob played",
            "data": {"path": "/matches/m1/", "turn": True},
            "icon": "/icon.png",
            "renotify": True,
            "tag": "m2",
        },
        "closes m1",
        "no badge",
        "News",
        {
            "badge": "/icon.png",
            "body": "",
            "data": {"path": "/", "turn": False},
            "icon": "/icon.png",
            "renotify": False,
            "tag": "",
        },
        "closed",
        "focuses",
        "closed",
        "opens /lobby/",
        "closed",
        "opens /",
        "posts new KEY secret",
        "posts given secret",
    ]


CHECKS = """
const { createHash } = await import("node:crypto");
const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest();
const bytes = (hex) => Buffer.from(hex, "hex");
const parts = {};
const part = (name) => (parts[name] ??= { hidden: true, querySelectorAll: () => [] });
const list = {
  dataset: { file: "/file/", log: "/log/", line: "2" }, setAttribute: (name, value) => tell(`${name} ${value}`),
  querySelector: (selector) => part(/data-check="(\\w+)"/.exec(selector)[1]),
};
globalThis.document = {
  getElementById: (id) => (id === "proof" ? list : null), querySelector: () => null, querySelectorAll: () => [],
};
const [server, first, second] = ["0a", "0b", "0c"].map((octet) => octet.repeat(32));
const seed = hash(bytes(server), bytes(first), bytes(second), "m1").toString("hex");
const seal = hash(bytes(server), "m1").toString("hex");
const begins = !(bytes(seed).at(-1) & 1);
const mixed = begins ? `${first} ${second}` : `${second} ${first}`;
const good = { match: "m1", deal: "2", server, seal, seed, mixed, start: "chance" };
const before = `1 at ${"0".repeat(64)} - ${"c".repeat(64)}`;
const chained = (line) => `${line} ${hash(`${"c".repeat(64)} ${line}`).toString("hex")}`;
const theirs = hash(bytes(second)).toString("hex");
let number = 0;
const check = async (file, log, mixes) => {
  for (const name of Object.keys(parts)) delete parts[name];
  localStorage.setItem("numgames.mixes", JSON.stringify(mixes));
  globalThis.fetch = async (path) => ({ json: async () => file, text: async () => (tell(path), log) });
  await import(new URL(`static/js/proof.js?${(number += 1)}`, HOME)).catch((error) => tell(error.message));
  await new Promise((done) => setTimeout(done, 30));
  tell(Object.fromEntries(Object.entries(parts).filter(([, { hidden }]) => !hidden).map(
    ([name, { className }]) => [name, className])));
};
const log = `${before}\\n${chained(`2 ${seal} x`)}`;
"""
PROOF = """
await check(good, log, [{ value: first, seals: [[seal, theirs]] }]);
await check({ ...good, mixed: mixed.split(" ").reverse().join(" ") }, log, [{ value: "dd", seals: [[seal, "ee"]] }]);
await check({ ...good, seal: "00", seed: "00", mixed: "- -" }, "", []);
await check({ ...good, mixed: `${first} ${first}` }, log, [{ value: first, seals: [["other", theirs]] }]);
await check({ seed, seal: hash(bytes(seed)).toString("hex") }, log, []);
"""


def test_the_proof_of_a_deal_says_what_fits() -> None:
    assert told(CHECKS + PROOF) == [
        "/log/?from=1&to=2",
        "aria-busy false",
        {"commitment": "yes", "log": "yes", "own": "yes", "seed": "yes", "start": "yes", "theirs": "yes"},
        "/log/?from=1&to=2",
        "aria-busy false",
        {"commitment": "yes", "log": "yes", "own": "no", "seed": "yes", "start": "no", "theirs": "no"},
        "/log/?from=1&to=2",
        "aria-busy false",
        {"commitment": "no", "log": "no", "seed": "no"},
        "/log/?from=1&to=2",
        "aria-busy false",
        {"commitment": "yes", "late": "yes", "log": "yes", "seed": "no"},
        "/log/?from=1&to=2",
        "aria-busy false",
        {"commitment": "yes", "log": "no"},
    ]
