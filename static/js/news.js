/** News on every page: the number of turns that wait, also in the title, and toasts for what just happened. */

const player = document.documentElement.dataset.user ?? "";
const root = document.documentElement; // its `calling` is what a match says that waits for the player
const title = document.querySelector("title");
const next = document.getElementById("next"); // the way to the next match; kept here, because a swap may remove it
const STAYS = 10_000; // milliseconds that a toast is shown
const PREFIX = /^(?:🔔 [^·]+ · )?(?:\(\d+\) )?/u; // what this script puts before a title

let others = Number(link()?.dataset.others ?? 0); // turns that wait in matches that this page is not about
let heard = 0; // the key of the last toast, to confirm to the server that it was shown
let closed = ""; // the path of the toast that the player closed

/** @returns {HTMLElement | null} the number in the navigation */
function link() {
  return document.getElementById("my_turns");
}

/**
 * Return the state of the news for the server: the number, the match that it leaves out, and what is visible.
 * @returns {{news?: object}}
 */
export function shown() {
  if (!player) return {};
  const { seat, match } = document.getElementById("match")?.dataset ?? {};
  const isVisible = document.visibilityState === "visible";
  const about = seat ? { besides: match, ...(isVisible ? { match } : {}) } : {};
  const sees = isVisible && /** @type {HTMLElement | null} */ (document.querySelector("[data-sees]"))?.dataset.sees;
  const called = root.dataset.calling ? { called: true } : {};
  const news = { others, ...about, ...called, ...(sees ? { sees } : {}), ...(heard ? { heard } : {}) };
  heard = 0;
  return { news };
}

/**
 * @typedef {object} Toast
 * @property {string} text
 * @property {string} path where it leads
 * @property {number} [heard] the key to confirm to the server that it was shown
 * @property {boolean} [calls] whether it is a challenge, with which the page sounds
 * @property {number} [stays] seconds, for a toast that is repeated with each heartbeat and that no other replaces
 */

/** @typedef {{others?: number, toast?: Toast, called?: string}} News `called` is empty when no match waits any more */

/**
 * Show news from the server.
 * @param {News} news
 * @returns {boolean} whether to confirm at once that the toast was shown
 */
export function hear(news) {
  others = news.others ?? others;
  if (news.toast?.stays && news.toast.path !== closed) call(news.toast);
  if (news.called === "") endCall();
  showWaiting();
  return news.toast !== undefined && say(news.toast);
}

let hangUp = 0; // the timer of the call

/**
 * Call the player to a match that waits, by the title and once by a sound, also where the page is hidden.
 * @param {Toast} toast
 */
function call({ text, stays = 0 }) {
  clearTimeout(hangUp);
  hangUp = setTimeout(endCall, stays * 1000);
  if (root.dataset.calling === text) return;
  root.dataset.calling = text;
  document.dispatchEvent(new Event("called"));
}

function endCall() {
  delete root.dataset.calling;
  for (const old of document.querySelectorAll(".toast.stays")) old.remove();
  dressTitle();
}

/** @returns {string | undefined} whose turn it is in the player's match on this page */
function turn() {
  const view = /** @type {HTMLElement | null} */ (document.querySelector("#match[data-seat] > #match_view"));
  return view?.dataset.turn;
}

/** @returns {number} the turns that wait, with the one on this page */
function waiting() {
  return others + Number(turn() === "mine");
}

/** Update every element that shows the number; those that lead elsewhere leave out the match on this page. */
export function showWaiting() {
  const place = link();
  if (!place) return;
  const bar = turn() === "theirs" ? document.getElementById("actions") : null;
  showOthers(place, others);
  dressTitle();
  if (next) {
    showOthers(next, turn() === "over" ? 0 : others);
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
  const { calling } = root.dataset;
  const dressed =
    (calling ? `🔔 ${calling} · ` : "") + (waiting() ? `(${waiting()}) ` : "") + document.title.replace(PREFIX, "");
  if (document.title !== dressed) document.title = dressed;
}

/**
 * Show a toast with its link, one at a time; not on the page it leads to, and not twice.
 * @param {Toast} toast
 * @returns {boolean} whether to confirm it
 */
function say({ text, path, heard: key, calls, stays }) {
  const region = document.getElementById("toasts");
  if (!region || document.visibilityState !== "visible" || (path === location.pathname && !key)) return false;
  const known = `:is([data-call], .toast.stays a)[href="${path}"]`;
  if (stays && (path === closed || document.querySelector(known))) return false;
  for (const old of region.querySelectorAll(stays ? ".news" : ".news:not(.stays)")) old.remove();
  const item = Object.assign(document.createElement("p"), { className: `toast news${stays ? " stays" : ""}` });
  item.append(Object.assign(document.createElement("a"), { href: path, textContent: text }));
  if (stays) item.append(closer(path));
  region.append(item);
  if (calls) document.dispatchEvent(new Event("called")); // a challenge
  setTimeout(() => item.remove(), stays ? stays * 1000 : STAYS);
  heard = key ?? 0;
  return heard > 0;
}

/**
 * Return the button that closes a toast for good.
 * @param {string} path
 */
function closer(path) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  button.setAttribute("aria-label", document.getElementById("question")?.dataset.close ?? "");
  button.addEventListener("click", () => {
    closed = path;
    endCall();
  });
  return button;
}

if (player && title) {
  new MutationObserver(dressTitle).observe(title, { childList: true, characterData: true, subtree: true });
  showWaiting();
}
