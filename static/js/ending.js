/** What lies over the board: the card at the end, a plain part of the page once dismissed, and a phone's sheet. */

import { loadJson, save } from "./storage.js";

const KEPT = 50; // matches whose card stays dismissed
const KEY = "ended";
const phone = matchMedia("(width < 60rem)");
const FAR = 48; // pixels that a finger moves down in a swipe, at least

/** @type {HTMLElement | null} the card that has come into view */
let shown = null;
let asked = false; // whether the opponent's request for a rematch has been seen

/**
 * Dismiss the card on its button, on Escape or on a swipe down.
 * @param {HTMLElement} match
 */
export function listenToEnding(match) {
  if (stored().includes(match.dataset.match ?? "")) match.dataset.ended = "seen";
  match.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#end-close")) close(match);
  });
  listenToSheet();
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) close(match);
  });
  /** @type {Touch | null} */
  let start = null;
  document.addEventListener(
    "touchstart",
    ({ target, touches }) => {
      const touched = target instanceof Element && target.closest("#end, .handle, #chat .drawer");
      const isScrolled = target instanceof Element && target.closest("#chat_messages")?.scrollTop;
      start = touches.length === 1 && touched && !isScrolled ? touches[0] : null;
    },
    { passive: true },
  );
  document.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!start) return;
    const [right, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
    if (down <= FAR || down < 2 * Math.abs(right)) return;
    if (sheet()) sheet()?.hidePopover();
    else if (!(/** @type {HTMLElement} */ (start.target).closest("#chat"))) close(match);
    else if (phone.matches) document.getElementById("chat")?.removeAttribute("open");
  });
  match.addEventListener(
    "toggle",
    ({ target }) => {
      if (target === sheet()) showLastTurn();
      else if (/** @type {Element} */ (target).id === "more") document.getElementById("about")?.removeAttribute("open");
    },
    true,
  );
  document.addEventListener("htmx:after:swap", () => show(match));
  show(match);
}

/** Close the sheet on Escape, and keep the press beside it, which closes it, from doing anything else. */
function listenToSheet() {
  let beside = false;
  const first = { capture: true };
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !sheet()) return;
      event.stopImmediatePropagation();
      sheet()?.hidePopover();
    },
    first,
  );
  for (const type of ["pointerdown", "click"])
    // without the first no square gets the focus, and no tile is taken up
    document.addEventListener(
      type,
      (event) => {
        const open = sheet();
        const stays = type === "click" ? !beside : !open || open.contains(/** @type {Node} */ (event.target));
        beside = !stays && type !== "click";
        if (stays) return;
        event.preventDefault();
        event.stopPropagation();
        if (!beside) open?.hidePopover(); // the button that opened it does not close it by itself then
      },
      first,
    );
}

/** Return the sheet that is open on a phone. */
const sheet = () =>
  /** @type {HTMLElement | null} */ (document.querySelector(":is(#more, #analysis_sheet):popover-open"));

/** Scroll the list of turns to its end. */
export function showLastTurn() {
  const turns = document.getElementById("turns");
  if (turns) turns.scrollTop = turns.scrollHeight;
}

/**
 * Scroll so that the whole card is in the window, once; a request for a rematch brings a dismissed one back.
 * @param {HTMLElement} match
 */
function show(match) {
  const card = document.getElementById("end");
  const request = Boolean(document.getElementById("rematch-asked"));
  if (request && !asked) delete match.dataset.ended;
  asked = request;
  if (!card || match.dataset.ended || card === shown) return;
  shown = card;
  card.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} match */
function close(match) {
  const card = document.getElementById("end");
  if (!card || match.dataset.ended) return;
  const focused = card.contains(document.activeElement);
  match.dataset.ended = "seen";
  if (focused) document.getElementById("board")?.querySelector("[tabindex='0']")?.closest("td")?.focus();
  save(KEY, [...stored(), match.dataset.match].slice(-KEPT));
}

/** @returns {string[]} the matches whose card was dismissed */
function stored() {
  const kept = loadJson(KEY);
  return Array.isArray(kept) ? kept : [];
}
