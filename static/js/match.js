/** The page of a match: connects tiles, sending, the socket, clocks and sounds. */

import { advance } from "./advance.js";
import { announce } from "./announce.js";
import { listenToPoints } from "./badge.js";
import { run } from "./clock.js";
import { Cursor } from "./cursor.js";
import { listenToDrags } from "./drag.js";
import { listenToEnding, showLastTurn } from "./ending.js";
import { listenToKeys } from "./keys.js";
import { drawKeypad, listenToKeypad } from "./keypad.js";
import { Lights } from "./lights.js";
import { Live } from "./live.js";
import { listenToMute, loud } from "./mute.js";
import { showWaiting } from "./news.js";
import { Motion } from "./motion.js";
import { countPicks, listenToPicks } from "./picks.js";
import { apply } from "./partials.js";
import { placePlanned } from "./planned.js";
import { Preview } from "./preview.js";
import { running } from "./running.js";
import { sendMoves } from "./send.js";
import { prepare, signal } from "./sound.js";
import { nameSquares } from "./squares.js";
import { Staging } from "./staging.js";
import { listenToTaps } from "./taps.js";
import { listenToTyping, showTyping } from "./typing.js";
import { notice, word } from "./words.js";
import { Zoom } from "./zoom.js";

const match = /** @type {HTMLElement} */ (document.querySelector("#match, #replay"));
const staging = new Staging(match);
const preview = new Preview(staging);
const motion = new Motion(staging);
const cursor = new Cursor(staging);
const lights = new Lights(staging, cursor);
new Zoom(staging);
const VERDICT = 2_500; // milliseconds after which the server has ended a match whose clock ran out
// Read when the page is loaded: in most games a square loses its colour under a tile.
const coloured = new Set([...document.querySelectorAll("#board :is(.red, .blue)[id]")].map(({ id }) => id));
let seen = state();

/** Return the state of the match that the page shows. */
function state() {
  const { version = "0", ply = "0", turn = "over", title = "" } = document.getElementById("match_view")?.dataset ?? {};
  const rematch = document.getElementById("rematch-asked") ? "asked" : "";
  const tiles = [...document.querySelectorAll("#board td[id]:has(> b:not(.staged))")].map(({ id }) => id);
  return { version: Number(version), ply: Number(ply), turn, title, rematch, tiles };
}

/**
 * Update the page after the match changed, by our own move or a message.
 * @param {number} [status] of the answer; the reason of a refusal stays visible
 */
function changed(status = 200) {
  const [before, now] = [seen, state()];
  seen = now;
  if (now.ply !== before.ply) requestAnimationFrame(showLastTurn); // at once the page would be laid out a second time
  const played = staging.refresh();
  if (played) cursor.hide();
  if (played && match.dataset.advance !== undefined) advance(() => state().turn === "theirs");
  if (status < 400) preview.again(played);
  countPicks();
  lights.again();
  nameSquares();
  placePlanned(match);
  showTyping(match);
  drawKeypad();
  const check = document.getElementById("check");
  if (check) check.hidden = true;
  if (now.turn === "over" && before.turn !== "over")
    document.getElementById("end")?.scrollIntoView({ block: "nearest" });
  if (now.title && now.title !== before.title) document.title = `${now.title} · Numgames`;
  const event = status === 422 ? "illegal" : news(before, now);
  if (event) signal(event, loud(match));
  showWaiting();
}

/**
 * Have a refusal announced also where it is the same as the one before, of which the partials change nothing.
 * @param {Record<string, string | null | undefined>} said what the live regions said before, by id
 */
function sayAgain(said) {
  for (const [id, words] of Object.entries(said)) {
    const region = document.getElementById(id);
    if (region?.textContent && region.textContent === words) announce(region, ...region.childNodes);
  }
}

/**
 * Return the sound of a change, a key of `SIGNALS` in sound.js; null for none.
 * @param {ReturnType<typeof state>} before
 * @param {ReturnType<typeof state>} now
 */
function news(before, now) {
  if (asks(now) && !asks(before)) return "asked";
  if (now.turn === "over" && before.turn !== "over") {
    if (match.querySelector(".player:first-child.won, #onward")) return "won";
    return match.querySelector(".player.won") ? "lost" : "drawn";
  }
  if (now.ply <= before.ply) return now.turn === "mine" && before.turn === "theirs" ? "move" : null;
  const turn = document.querySelector("#turns > li:last-child");
  // Tiles of other squares go when a board is cleared for the next game.
  const left = before.tiles.filter((square) => !now.tiles.includes(square));
  if (left.some((square) => document.querySelector(`#${square}.last`))) return "capture";
  if (onColour(turn)) return "bonus";
  return match.dataset.seat && turn?.getAttribute("data-seat") === match.dataset.seat ? "own" : "move";
}

/**
 * Return whether points of the turn come from a coloured square.
 * @param {Element | null} turn
 */
function onColour(turn) {
  const points = /** @type {HTMLElement | null | undefined} */ (turn?.querySelector(".points"));
  const squares = (points?.dataset.parts ?? "").split(" ").map((part) => part.split(":")[0]);
  return squares.some((square) => coloured.has(square));
}

/**
 * Return whether the opponent asks for a rematch: the title says so.
 * @param {ReturnType<typeof state>} at
 */
function asks({ rematch }) {
  return rematch === "asked";
}

/**
 * Mark the squares of the last turn, and no others.
 * @param {string} last their names
 */
function mark(last) {
  const squares = last.split(" ").filter(Boolean);
  for (const cell of document.querySelectorAll("#board .last")) cell.classList.remove("last");
  for (const square of squares) document.getElementById(square)?.classList.add("last");
}

/** Make the form expect the next move: its number, and whether it is ours. */
function expect() {
  const { ply, turn } = state();
  const numbers = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#play input[name=ply]"));
  const submit = /** @type {HTMLButtonElement | null} */ (document.getElementById("submit"));
  for (const number of numbers) number.value = String(ply + 1);
  if (submit) submit.disabled = turn !== "mine";
}

/** @import { Message } from "./live.js" */

/**
 * Show what the server sends: what has changed, or the answer to a form.
 * @param {Message} message
 * @param {number} [status] of the answer
 */
async function receive({ version, whole, partials, data }, status) {
  if (!partials) return;
  if (version === undefined) return apply(partials); // beside the board
  if (!status) await motion.seen();
  if (!whole && version < state().version) return; // older than the page
  const before = motion.look();
  const said = Object.fromEntries(["status", "preview"].map((id) => [id, document.getElementById(id)?.textContent]));
  await apply(partials);
  const view = document.getElementById("match_view");
  const { last, ...attributes } = data ?? {};
  if (view) Object.assign(view.dataset, { version, ...attributes });
  if (last !== undefined) mark(last);
  if (!status) expect();
  changed(status);
  if (Number(status) >= 400) sayAgain(said);
  motion.show(before);
  if (status) showAnswer("#status");
}

// The answer to a form is a message as they come on the socket; a page without the match means that the session ended.
document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  const { raw, status } = ctx.response;
  const isMessage = raw.headers.get("Content-Type") === "application/json";
  if (isMessage && (status < 400 || [409, 422].includes(status))) {
    event.preventDefault();
    ctx.extensionPromise = raw.json().then((/** @type {Message} */ message) => receive(message, status));
  } else if (status === 200 && ctx.target?.id === "match_view") location.reload();
});

/**
 * Scroll to an answer that is not in sight: on a phone it may lie below the buttons, which stick to the lower edge.
 * @param {string} selector
 */
function showAnswer(selector) {
  requestAnimationFrame(() => {
    const { x = 0, y = 0, height = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
    if (document.elementFromPoint(x + 1, y + height / 2)?.closest(selector)) return;
    document.querySelector(selector)?.scrollIntoView({ block: "nearest" });
  });
}

/** @type {Live | undefined} */
let line;

const play = sendMoves(match, preview, async (message) => (await line?.request(message)) ?? null);
listenToDrags(match, staging);
listenToTaps(match, cursor, preview.variants);
listenToKeys(match, cursor, preview.variants, play);
listenToPicks(match);
listenToTyping(match);
listenToKeypad(match);
listenToPoints(match);
listenToEnding(match);
staging.addEventListener("drawn", nameSquares);
changed();
showLastTurn();
showAnswer("#status[data-answered]"); // a visitor's first try loads the page again
listenToMute();
prepare();

if (match.dataset.socket) {
  const where = () => {
    const { version, ply } = state();
    return { version, ply, history: document.getElementById("match_view")?.dataset.history ?? "" };
  };
  const poll = () => {
    const shown = { ...where(), release: document.documentElement.dataset.release };
    const query = new URLSearchParams(Object.entries(shown).map(([name, value]) => [name, `${value ?? ""}`]));
    return `${match.dataset.updates}?${query}`;
  };
  line = new Live({ path: () => match.dataset.socket ?? "", hello: where, receive, poll });
  preview.line = lights.line = line;
}

/** Warn that half a minute is left, in words and by a sound. */
function warn() {
  notice(word("low"));
  signal("low", loud(match));
}

run({ low: warn, out: () => setTimeout(() => line?.ask(), VERDICT) });
running("match");
