/** News on every page, which the server draws: the turns that wait, also shown in the title, and toasts. */

import { now } from "./time.js";
import { tend } from "./toasts.js";

const player = document.documentElement.dataset.user ?? "";
const title = document.querySelector("title");
const next = document.getElementById("next"); // the way to the next match; kept here, because a swap may remove it
const STAYS = 5000; // milliseconds that a toast is shown; the page of notifications keeps what it says
const PREFIX = /^(?:🔔 [^·]+ · )?(?:\(\d+\) )?/u; // what this script puts before a title

let heard = 0; // the key of the last toast, to confirm to the server that it was shown
let closed = ""; // the path of the call that the player closed
let called = ""; // the words of the last call

/** @returns {HTMLElement | null} the way to the turns that wait, in the head of the page */
function link() {
  return document.getElementById("my_turns");
}

/** @returns {number} the turns that wait in matches that this page is not about */
function others() {
  return Number(link()?.dataset.others ?? 0);
}

/** @returns {HTMLElement | null} the toast that calls the player to a match that waits */
function call() {
  return document.querySelector("#call.stays");
}

/**
 * Return what the page displays, for the server: the match that it is about, and what of it is visible.
 * @returns {{displays?: object}}
 */
export function displays() {
  if (!player) return {};
  const { seat, match } = document.getElementById("match")?.dataset ?? {};
  const isVisible = document.visibilityState === "visible";
  const about = seat ? { about: match, ...(isVisible ? { match } : {}) } : {};
  const sees = isVisible && /** @type {HTMLElement | null} */ (document.querySelector("[data-sees]"))?.dataset.sees;
  const { after } = link()?.dataset ?? {};
  const more = { ...(after ? { after } : {}), ...(sees ? { sees } : {}), ...(heard ? { heard } : {}) };
  heard = 0;
  return { displays: { ...about, ...more } };
}

/**
 * Show the news that the server has put on the page.
 * @returns {boolean} whether to confirm at once that a toast was shown
 */
export function showNews() {
  const fresh = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#toasts > .news:not([data-said])"));
  for (const item of fresh) item.dataset.said = "yes";
  for (const item of fresh) item.classList.contains("stays") ? stay(item) : say(item);
  if (!call()) called = "";
  showWaiting();
  return heard > 0;
}

/**
 * Show a toast for some seconds, one at a time; not on the page it leads to, unless it is to be confirmed.
 * @param {HTMLElement} item
 */
function say(item) {
  const key = Number(item.dataset.heard ?? 0);
  const isHere = item.querySelector("a")?.pathname === location.pathname;
  if (document.visibilityState !== "visible" || (isHere && !key)) return item.remove();
  for (const old of document.querySelectorAll("#toasts > .news:not(.stays)")) if (old !== item) old.remove();
  if (item.dataset.calls !== undefined) document.dispatchEvent(new Event("called")); // a challenge
  tend(item, STAYS);
  heard = key;
}

/**
 * Call the player to a match that waits until then: by the title and once by a sound, also where the page is hidden.
 * The toast appears when the page is looked at, so that it is announced then.
 * @param {HTMLElement} item
 */
function stay(item) {
  const way = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
  const path = way.pathname;
  if (path === closed) return item.remove();
  const isHere = path === location.pathname || document.querySelector(`[data-call][href="${path}"]`) !== null;
  const look = () => (item.hidden = isHere || document.visibilityState !== "visible");
  look();
  document.addEventListener("visibilitychange", look);
  for (const old of document.querySelectorAll("#toasts > .news")) if (old !== item) old.remove();
  const end = () => {
    item.remove();
    document.removeEventListener("visibilitychange", look);
    showWaiting();
  };
  item.querySelector("button")?.addEventListener("click", () => {
    closed = path;
    end();
  });
  setTimeout(end, Number(item.dataset.until) - (now() ?? Date.now()));
  if (called !== way.textContent) document.dispatchEvent(new Event("called"));
  called = way.textContent ?? "";
}

/** @returns {string | undefined} whose turn it is in the player's match on this page */
function turn() {
  const view = /** @type {HTMLElement | null} */ (document.querySelector("#match[data-seat] > #match_view"));
  return view?.dataset.turn;
}

/** @returns {number} the turns that wait, with the one on this page */
function waiting() {
  return others() + Number(turn() === "mine");
}

/** Update every element that shows the number; those that lead elsewhere leave out the match on this page. */
export function showWaiting() {
  const place = link();
  if (!place) return;
  const bar = turn() === "theirs" ? document.getElementById("actions") : null;
  dressTitle();
  if (next) {
    showOthers(next, turn() === "over" ? 0 : others());
    if (bar && next.parentElement !== bar) bar.prepend(next);
    else if (!bar && next.parentElement?.id !== "main") document.getElementById("match")?.after(next);
  }
  if (waiting()) navigator.setAppBadge?.(waiting()).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/**
 * Show on the way to a match how many others wait.
 * @param {HTMLElement} way
 * @param {number} number
 */
function showOthers(way, number) {
  way.hidden = number < 1;
  /** @type {Element} */ (way.querySelector("b")).textContent = String(number);
}

function dressTitle() {
  const calling = call()?.querySelector("a")?.textContent;
  const dressed =
    (calling ? `🔔 ${calling} · ` : "") + (waiting() ? `(${waiting()}) ` : "") + document.title.replace(PREFIX, "");
  if (document.title !== dressed) document.title = dressed;
}

if (player && title) {
  new MutationObserver(dressTitle).observe(title, { childList: true, characterData: true, subtree: true });
  showWaiting();
}
