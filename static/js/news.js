/** What a player hears on every page: how many turns wait, in the title too, and in a sentence what just happened. */

const player = document.documentElement.dataset.user ?? "";
const title = document.querySelector("title");
const STAYS = 10_000; // milliseconds that a sentence can be read
const PREFIX = /^\(\d+\) /;

let waiting = Number(link()?.dataset.waiting ?? 0);
let heard = 0;
let closed = ""; // where the sentence led that the player took away

/** @returns {HTMLElement | null} the number in the navigation */
function link() {
  return document.getElementById("my_turns");
}

/**
 * What our page shows of the news, for the server: the number, and what is before the player's eyes.
 * @returns {{news?: object}}
 */
export function shown() {
  if (!player) return {};
  const seen = document.visibilityState === "visible" ? document.getElementById("match")?.dataset : undefined;
  const news = { waiting, ...(seen?.seat ? { match: seen.match } : {}), ...(heard ? { heard } : {}) };
  heard = 0;
  return { news };
}

/**
 * @typedef {{text: string, path: string, heard?: number, stays?: number}} Toast
 *
 * @param {{waiting?: number, label?: string, toast?: Toast}} news
 * @returns {boolean} whether the server wants to know at once that it was seen
 */
export function hear(news) {
  if (news.waiting !== undefined) {
    waiting = news.waiting;
    const label = link()?.querySelector(".visually-hidden");
    if (label) label.textContent = news.label ?? "";
  }
  showWaiting();
  return Boolean(news.toast) && say(/** @type {Toast} */ (news.toast));
}

/** Brings every place that shows the number up to date. */
export function showWaiting() {
  const place = link();
  if (!place) return;
  place.hidden = waiting === 0;
  place.dataset.waiting = String(waiting);
  /** @type {Element} */ (place.querySelector("b")).textContent = String(waiting);
  dressTitle();
  const next = document.getElementById("next");
  if (next) {
    const others = waiting - Number(document.getElementById("table")?.dataset.turn === "mine");
    next.hidden = others < 1;
    /** @type {Element} */ (next.querySelector("b")).textContent = String(others);
  }
  const app = /** @type {any} */ (navigator);
  if (waiting) app.setAppBadge?.(waiting).catch(() => {});
  else app.clearAppBadge?.().catch(() => {});
}

function dressTitle() {
  const dressed = (waiting ? `(${waiting}) ` : "") + document.title.replace(PREFIX, "");
  if (document.title !== dressed) document.title = dressed;
}

/**
 * One sentence at a time, with the way there; not where the player is already, and not twice. A sentence that
 * `stays`, for so many seconds, is said with each heartbeat, and gives way to no other.
 * @param {Toast} toast
 * @returns {boolean}
 */
function say({ text, path, heard: key, stays }) {
  const region = document.getElementById("toasts");
  if (!region || document.visibilityState !== "visible" || path === location.pathname && !key) return false;
  const known = `:is([data-call], .toast.stays a)[href="${path}"]`;
  if (stays && (path === closed || document.querySelector(known))) return false;
  for (const old of region.querySelectorAll(stays ? ".news" : ".news:not(.stays)")) old.remove();
  const item = Object.assign(document.createElement("p"), { className: `toast news${stays ? " stays" : ""}` });
  item.append(Object.assign(document.createElement("a"), { href: path, textContent: text }));
  if (stays) item.append(closer(item, path));
  region.append(item);
  setTimeout(() => item.remove(), stays ? stays * 1000 : STAYS);
  heard = key ?? 0;
  return heard > 0;
}

/**
 * The button that takes a sentence away for good.
 * @param {HTMLElement} item
 * @param {string} path
 */
function closer(item, path) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  button.setAttribute("aria-label", document.getElementById("question")?.dataset.close ?? "");
  button.addEventListener("click", () => {
    closed = path;
    item.remove();
  });
  return button;
}

if (player && title) {
  new MutationObserver(dressTitle).observe(title, { childList: true, characterData: true, subtree: true });
  showWaiting();
}
