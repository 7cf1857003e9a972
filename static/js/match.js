/** The page of a match: ties together tiles, sending, the open line, clocks and sounds. */

import { run } from "./clock.js";
import { Cursor } from "./cursor.js";
import { listenToDrags } from "./drag.js";
import { listenToKeys } from "./keys.js";
import { Live } from "./live.js";
import { apply } from "./pieces.js";
import { Preview } from "./preview.js";
import { sendMoves } from "./send.js";
import { prepare, sound } from "./sound.js";
import { Staging } from "./staging.js";
import { listenToTaps } from "./taps.js";
import { follow } from "./words.js";

const match = /** @type {HTMLElement} */ (document.getElementById("match"));
const staging = new Staging(match);
const preview = new Preview(staging);
const cursor = new Cursor(staging);
let seen = state();

/** What the page shows now. */
function state() {
  const { version = "0", ply = "0", turn = "over", result = "", title = "" } = document.getElementById("table")?.dataset ?? {};
  return { version: Number(version), ply: Number(ply), turn, result, title };
}

/** After the table changed, by our own move or by news. */
function changed() {
  const [before, now] = [seen, state()];
  seen = now;
  staging.refresh();
  settle(now);
  if (now.title && now.title !== before.title) document.title = now.title;
  if (match.dataset.sounds === "on") for (const tune of tunes(before, now)) sound(tune);
}

/** @param {ReturnType<typeof state>} now the buttons and the text field suit it */
function settle(now) {
  document.getElementById("submit")?.setAttribute("aria-disabled", String(now.turn !== "mine"));
  const check = /** @type {HTMLElement | null} */ (match.querySelector(`#play [formaction="${match.dataset.preview}"]`));
  if (check) check.hidden = true;
}

/**
 * @param {ReturnType<typeof state>} before
 * @param {ReturnType<typeof state>} now
 * @returns {("move" | "won" | "over")[]}
 */
function tunes(before, now) {
  if (now.turn === "over") return before.turn === "over" ? [] : [now.result === "won" ? "won" : "over"];
  return now.turn === "mine" && now.ply > before.ply ? ["move"] : [];
}

/** @param {{version?: number, ply?: number, data?: object, html?: string, go?: string}} message */
async function receive({ version = 0, ply, data, html, go }) {
  if (go) return follow(go);
  if (html === undefined || version < state().version) return;
  await apply(html);
  const table = document.getElementById("table");
  if (table) Object.assign(table.dataset, { version, ply, ...data });
  changed();
}

/** An answer that is older than the page, or no table at all (we were signed out), is not shown. */
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = /** @type {CustomEvent} */ (event).detail;
  if (ctx.target?.id !== "table" || !ctx.request) return;
  const table = tasks[0]?.fragment.querySelector("#table");
  if (!table) location.reload();
  if (!table || Number(table.dataset.version) < state().version) event.preventDefault();
});

document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail;
  if (ctx.target?.id !== "table" || !ctx.request) return;
  changed();
  if (ctx.response?.status === 422 && match.dataset.sounds === "on") sound("illegal");
});

const play = sendMoves(match, preview);
listenToDrags(match, staging);
listenToTaps(match, cursor);
listenToKeys(match, cursor, play);
changed();
if (staging.laid.length) preview.laidChanged();
prepare();
run();

if (match.dataset.socket) {
  const where = () => ({ version: state().version, ply: state().ply });
  const poll = () => `${location.pathname}pieces/?${new URLSearchParams(where())}`;
  new Live({ path: match.dataset.socket, hello: where, receive, poll });
}
