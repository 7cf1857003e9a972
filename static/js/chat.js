/** The chat beside a match: sends messages without a reload, and counts unread ones while the drawer is closed. */

import { plural } from "./plurals.js";
import { running } from "./running.js";
import { send } from "./say.js";
import { load, save } from "./storage.js";

const chat = /** @type {HTMLDetailsElement} */ (document.getElementById("chat"));
const READ = `chat.${chat.dataset.key}`; // in localStorage: the id of the last message read here
const desk = matchMedia("(width >= 60rem)");
const big = matchMedia("(width >= 118rem)"); // it has a column of its own and is open at first

/** Return the key of localStorage that says whether the drawer stays open on screens as wide as this. */
const openKey = () => (big.matches ? "chat.beside" : "chat.open");

/** @param {string} id */
const part = (id) => /** @type {HTMLElement | null} */ (document.getElementById(id));

/** Return the ids of others' messages that have not been read in this browser. */
function unread() {
  const read = Number(load(READ) ?? 0);
  const lines = /** @type {NodeListOf<HTMLElement>} */ (chat.querySelectorAll("#chat_messages [data-id]:not(.mine)"));
  return [...lines].map((line) => Number(line.dataset.id)).filter((id) => id > read);
}

/** Show unread messages: scroll to the last one if the drawer is open, else show their number. */
function look() {
  const news = unread();
  const seen = chat.open && chat.checkVisibility() && document.visibilityState === "visible";
  if (seen && news.length) save(READ, `${Math.max(...news)}`);
  if (chat.open) scrollDown();
  const badge = part("chat_new");
  if (badge) tell(badge, seen ? 0 : news.length);
}

/**
 * Show the number of unread messages, with a sentence for screen readers; only writes a change.
 * @param {HTMLElement} badge
 * @param {number} count
 */
function tell(badge, count) {
  if (badge.dataset.count === `${count}`) return;
  badge.dataset.count = `${count}`;
  const words = plural(badge.dataset.news, count);
  const number = Object.assign(document.createElement("span"), { textContent: count, ariaHidden: "true" });
  const sentence = Object.assign(document.createElement("span"), { textContent: words, className: "visually-hidden" });
  badge.replaceChildren(...(count ? [number, sentence] : []));
}

function scrollDown() {
  const messages = part("chat_messages");
  if (messages) messages.scrollTop = messages.scrollHeight;
}

function close() {
  chat.open = false;
  chat.querySelector("summary")?.focus();
}

const closer = part("chat_close");
if (closer) {
  closer.hidden = false;
  closer.addEventListener("click", close);
}
if (desk.matches && (load(openKey()) ?? (big.matches ? "yes" : "no")) === "yes") chat.open = true;
chat.addEventListener("submit", send);
chat.addEventListener("keydown", (event) => event.key === "Escape" && chat.open && close());
chat.addEventListener("toggle", () => {
  if (desk.matches) save(openKey(), chat.open ? "yes" : "no");
  look();
});
document.addEventListener("visibilitychange", look);
const drawer = /** @type {Element} */ (chat.querySelector(".drawer"));
new MutationObserver(look).observe(drawer, { childList: true, subtree: true });
look();
running("chat");
