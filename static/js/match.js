/** The page of a match: connects tiles, sending, the socket, clocks and sounds. */

import { run } from "./clock.js";
import { Cursor } from "./cursor.js";
import { listenToDrags } from "./drag.js";
import { listenToKeys } from "./keys.js";
import { Live } from "./live.js";
import { showWaiting } from "./news.js";
import { countPicks, listenToPicks } from "./picks.js";
import { apply } from "./pieces.js";
import { Preview } from "./preview.js";
import { sendMoves } from "./send.js";
import { prepare, sound } from "./sound.js";
import { Staging } from "./staging.js";
import { listenToTaps } from "./taps.js";
import { follow, notice, word } from "./words.js";
import { Zoom } from "./zoom.js";

const match = /** @type {HTMLElement} */ (document.querySelector("#match, #replay"));
const staging = new Staging(match);
const preview = new Preview(staging);
const cursor = new Cursor(staging);
new Zoom(staging);
const VERDICT = 2_500; // milliseconds after which the server has ended a match whose clock ran out
let seen = state();

/** Return the state of the match that the page shows. */
function state() {
  const { version = "0", ply = "0", turn = "over", title = "" } = document.getElementById("table")?.dataset ?? {};
  return { version: Number(version), ply: Number(ply), turn, title };
}

/**
 * Update the page after the match changed, by our own move or a message.
 * @param {number} [status] of the answer; the reason of a refusal stays visible
 */
function changed(status = 200) {
  const [before, now] = [seen, state()];
  seen = now;
  if (now.ply !== before.ply) showLastTurn();
  const played = staging.refresh();
  if (played) cursor.hide();
  if (status < 400) preview.again(played);
  countPicks();
  const check = document.getElementById("check");
  if (check) check.hidden = true;
  if (now.title && now.title !== before.title) document.title = `${now.title} · Numgames`;
  const tune = status === 422 ? "illegal" : news(before, now);
  if (tune && match.dataset.sounds === "on") sound(tune);
  showWaiting();
}

/** Scroll the list of turns to its end. */
function showLastTurn() {
  const turns = document.getElementById("turns");
  if (turns) turns.scrollTop = turns.scrollHeight;
}

/**
 * Return the sound for a change; null for none.
 * @param {ReturnType<typeof state>} before
 * @param {ReturnType<typeof state>} now
 */
function news(before, now) {
  if (now.turn === "over" && before.turn !== "over")
    return match.querySelector(".player:first-child.won, #onward") ? "won" : "over";
  return now.turn === "mine" && (now.ply > before.ply || before.turn === "theirs") ? "move" : null;
}

/** Return name and content hash of each fragment beside the board, such as "talk:1f0c": the server compares them. */
function asides() {
  const shown = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-aside]"));
  return [...shown].map(({ dataset }) => `${dataset.aside}:${dataset.mark}`).join(" ");
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

/** @param {Message} message */
async function receive({ html, go, last, asides: beside, ...data }) {
  if (beside) await apply(beside);
  if (html !== undefined && Number(data.version) >= state().version) {
    await apply(html);
    const table = document.getElementById("table");
    if (table) Object.assign(table.dataset, data);
    if (last !== undefined) mark(last);
    expect();
    changed();
  }
  if (go) follow(go);
}

// Drop an answer that is older than the page, or one without a table: the session ended.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (ctx.target?.id !== "table" || !ctx.request || ctx.swap === "none") return; // "none": site.js reports the error
  const table = /** @type {HTMLElement | null} */ (tasks[0]?.fragment.querySelector("#table"));
  if (!table) location.reload();
  if (!table || Number(table.dataset.version) < state().version) event.preventDefault();
});

document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.target?.id !== "table" || !ctx.request) return;
  changed(ctx.response?.status);
});

/** @type {Live | undefined} */
let line;

const play = sendMoves(match, preview, async (message) => (await line?.request(message)) ?? null);
listenToDrags(match, staging);
listenToTaps(match, cursor, preview.variants);
listenToKeys(match, cursor, preview.variants, play);
listenToPicks(match);
changed();
showLastTurn();
prepare();

if (match.dataset.socket) {
  const where = () => ({ version: state().version, ply: state().ply, asides: asides() });
  const poll = () => {
    const query = new URLSearchParams(Object.entries(where()).map(([name, value]) => [name, `${value}`]));
    return `${match.dataset.pieces}?${query}`;
  };
  line = new Live({ path: () => match.dataset.socket ?? "", hello: where, receive, poll });
  preview.line = line;
}

/** Warn that half a minute is left, in words and by a sound. */
function warn() {
  notice(word("low"));
  if (match.dataset.sounds === "on") sound("low");
}

run({ low: warn, out: () => setTimeout(() => line?.ask(), VERDICT) });
