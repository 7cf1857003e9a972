"""What a browser checks of a deal, and keeps and sends for it and for its time zone, told to Node.js."""

from __future__ import annotations

from tests.site.test_scripts_in_node import CHECKS, told

ZONES = """
const { readFile } = await import("node:fs/promises");
const send = new Function(await readFile(new URL("static/js/zone.js", HOME), "utf8"));
let cookie = "";
globalThis.document = { set cookie(text) { cookie = text; } };
const sent = (timeZone, protocol = "http:") => {
  cookie = "";
  globalThis.location = { protocol };
  Intl.DateTimeFormat = () => ({ resolvedOptions: () => ({ timeZone }) });
  send();
  tell(cookie);
};
sent("Europe/Amsterdam");
sent("UTC", "https:");
for (const name of ["America/Port-au-Prince", "Etc/GMT+3", "America/North_Dakota/New_Salem", "Asia/X; path=/y", "A b"])
  sent(name);
sent("");
sent(undefined);
"""


def test_the_name_of_any_time_zone_is_sent_and_nothing_else() -> None:
    def cookie(zone: str, before: str = "", after: str = "") -> str:
        return f"{before}zone={zone}; path=/; max-age=31536000; samesite=lax{after}"

    assert told(ZONES) == [
        cookie("Europe/Amsterdam"),
        cookie("UTC", "__Host-", "; secure"),
        cookie("America/Port-au-Prince"),
        cookie("Etc/GMT+3"),
        cookie("America/North_Dakota/New_Salem"),
        "",
        "",
        "",
        "",
    ]


KEPT = """
const { remember, mixesFor, hasMixed } = await load("mixes");
const known = (...names) => names.filter(hasMixed).join(" ");
for (const other of ["{", '{"a": 1}', "null", '"text"']) {
  localStorage.setItem("numgames.mixes", other);
  tell(mixesFor("s"), hasMixed("v"));
  remember({ value: "v", seals: [["s", "t"]] });
  tell(known("v", "w"));
}
localStorage.removeItem("numgames.mixes");
remember({ value: "first", seals: [["s", "t1"], ["s", "t2"], ["other", "t3"]] });
for (let count = 2; count <= 300; count += 1) remember({ value: `v${count}`, seals: [] });
tell(known("first", "v2", "v300"), mixesFor("s"));
remember({ value: "v301", seals: [["s", ""]] });
tell(known("first", "v2", "v300", "v301"), mixesFor("s"), mixesFor("other"));
remember({ value: "v302", seals: [["s", "t4"]] });
tell(known("v2", "v3", "v302"), mixesFor("s"));
"""


def test_the_oldest_value_is_forgotten_for_the_newest() -> None:
    latest = {"value": "v301", "theirs": ""}
    assert told(KEPT) == [
        *([[], False, "v"] * 4),
        "first v2 v300",
        [{"value": "first", "theirs": "t2"}, {"value": "first", "theirs": "t1"}],
        "v2 v300 v301",
        [latest],
        [],
        "v3 v302",
        [{"value": "v302", "theirs": "t4"}, latest],
    ]


# As a player reads it: which checks are shown, and which of the two sentences of each.
READ = """
const said = async (file, log, mixes = [], line = "2") => {
  list.dataset.line = line;
  const before = outcome.length;
  await check(file, log, mixes);
  outcome.splice(before, outcome.length, Object.entries(parts).filter(([, { hidden }]) => !hidden).map(
    ([name, { className }]) => `${name} ${className}`).sort().join(", "));
};
const other = hash(bytes("dd".repeat(32))).toString("hex");
const zero = "0".repeat(64);
const begin = (text) => `${text} ${hash(`${zero} ${text}`).toString("hex")}`;
await said(good, `${before}\\n${chained(`2 ${other} x`)}`);
await said(good, `${before}\\n${chained(`3 ${seal} x`)}`);
await said(good, `${before}\\n${chained(`2 ${seal} x`)}0`);
await said(good, begin(`1 ${seal} x`), [], "1");
await said(good, begin(`2 ${seal} x`), [], "1");
await said(good, log, [], "");
await said({ ...good, start: "seat" }, log);
await said({ ...good, server: undefined }, log);
await said({ ...good, server: other }, log);
await said(good, log, [{ value: first, seals: [[seal, ""]] }]);
await said(good, log, [{ value: second, seals: [[seal, hash(bytes(first)).toString("hex")]] }]);
await said(good, log, [{ value: first, seals: [[seal, other]] }]);
const twice = [{ value: first, seals: [[seal, theirs]] }, { value: "dd", seals: [[seal, other]] }];
await said(good, log, twice);
const alone = hash(bytes(server), bytes(zero), bytes(first), "m1").toString("hex");
const late = bytes(alone).at(-1) & 1 ? `${first} -` : `- ${first}`;
await said({ ...good, seed: alone, mixed: late }, log, [{ value: first, seals: [[seal, ""]] }]);
const none = hash(bytes(server), bytes(zero), bytes(zero), "m1").toString("hex");
await said({ ...good, seed: none, mixed: undefined }, log, [{ value: "", seals: [] }]);
list.dataset.deal = "data:text/javascript,export const deal = async ({ options: { fits }, moves }) => "
  + "({ faces: [moves.join('')], fits });";
document.querySelectorAll = (selector) => (selector === ".sealed[data-faces]" ? [{ dataset: { faces: "5 8" } }] : []);
for (const [fits, move, origin] of [[true, "5 8", ""], [false, "5 8", ""], [true, "8 5", ""], [true, "8 5", "m0"]])
  await said({ ...good, options: { fits }, moves: [move], origin }, log);
tell(list.dataset.deal.length > 0);
await said(null, log);
"""


def test_a_deal_is_refused_for_the_check_that_fails() -> None:
    good = "commitment yes, log yes, seed yes, start yes"
    assert told(CHECKS + READ) == [
        "commitment yes, log no, seed yes, start yes",
        "commitment yes, log no, seed yes, start yes",
        "commitment yes, log no, seed yes, start yes",
        good,
        "commitment yes, log no, seed yes, start yes",
        "commitment yes, seed yes, start yes",
        "commitment yes, log yes, seed yes",
        "commitment no, log yes, seed no, start no",
        "commitment no, log yes, seed no, start no",
        "commitment yes, log yes, own yes, seed yes, start yes",
        "commitment yes, log yes, own yes, seed yes, start yes, theirs yes",
        "commitment yes, log yes, own yes, seed yes, start yes, theirs no",
        "commitment yes, log yes, own yes, seed yes, start yes, theirs yes",
        "commitment yes, log yes, own yes, seed yes, start yes",
        "commitment yes, log yes, seed yes",
        f"{good}, tiles yes",
        f"{good}, tiles no",
        f"{good}, tiles no",
        good,
        True,
        "failed no",
    ]
