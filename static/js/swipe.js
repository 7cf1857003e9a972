/** Swiping through the turns of a replay: left for the next turn, right for the previous one. */

import { running } from "./running.js";

const FAR = 48; // pixels that a finger moves in a swipe, at least

/** @type {Touch | null} the start of a gesture with one finger */
let start = null;

/**
 * Return whether an element under the finger scrolls horizontally itself, as a large board does.
 * @param {Element | null} element
 */
function scrolls(element) {
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  }
  return false;
}

document.addEventListener(
  "touchstart",
  ({ touches, target }) => {
    const field = /** @type {Element} */ (target).closest("input, textarea, select");
    start = touches.length === 1 && !field && !scrolls(/** @type {Element} */ (target)) ? touches[0] : null;
  },
  { passive: true },
);

document.addEventListener(
  "touchend",
  ({ changedTouches: [end] }) => {
    if (!start || end.identifier !== start.identifier) return;
    const [right, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(right) < FAR || Math.abs(right) < 2 * Math.abs(down)) return;
    const link = document.querySelector(`#replay-nav a[rel="${right < 0 ? "next" : "prev"}"]`);
    if (link instanceof HTMLElement) link.click();
  },
  { passive: true },
);

document.addEventListener(
  "touchcancel",
  () => {
    start = null;
  },
  { passive: true },
);
running("swipe");
