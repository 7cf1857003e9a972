/**
 * The button that reads a lesson aloud, shown where the device has a voice of its own for the page's language: to other
 * voices browsers send the text, to a server of their maker.
 */

import { running } from "./running.js";

const READ = "#task h1, #task > p, #task .hint[open] p, #status"; // in the order of the page
const root = document.documentElement;

/** @type {HTMLElement | null} The button whose text is being read. */
let reading = null;

/** The device's first voice for this language. */
function voice() {
  const own = speechSynthesis.getVoices().filter(({ localService }) => localService);
  return own.find(({ lang }) => lang.split(/[-_]/)[0].toLowerCase() === root.lang);
}

/** Show the button once there is a voice; many browsers list theirs late. */
function offer() {
  root.toggleAttribute("data-speaks", Boolean(voice()));
}

function stop() {
  reading?.setAttribute("aria-pressed", "false");
  reading = null;
  speechSynthesis.cancel();
}

/**
 * Read what the page shows of the lesson, each paragraph by itself: some voices break off in a long text.
 * @param {HTMLElement} button
 */
function read(button) {
  reading = button;
  button.setAttribute("aria-pressed", "true");
  const shown = [...document.querySelectorAll(READ)].filter((element) => element.getClientRects().length > 0);
  const texts = shown.map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim()).filter(Boolean);
  for (const [index, text] of texts.entries()) {
    const said = new SpeechSynthesisUtterance(text);
    said.lang = root.lang;
    said.voice = voice() ?? null;
    said.onerror = () => reading === button && stop();
    if (index === texts.length - 1) said.onend = () => reading === button && stop();
    speechSynthesis.speak(said);
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("#read") : null;
  if (!(button instanceof HTMLElement)) return;
  const goesOn = reading === null;
  stop();
  if (goesOn) read(button);
});

if ("speechSynthesis" in window) {
  offer();
  speechSynthesis.onvoiceschanged = offer; // not every browser takes a listener here
  window.addEventListener("pagehide", stop);
  const match = document.getElementById("match");
  const swapped = new MutationObserver(() => reading && !reading.isConnected && stop());
  if (match) swapped.observe(match, { childList: true, subtree: true });
}
running("read");
