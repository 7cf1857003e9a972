/** Steps through the turns of a replay by swiping: to the left for the next one, to the right for the one before. */

const FAR = 48; // pixels

/** @type {Touch | null} where the one finger that is down began */
let start = null;

/**
 * Whether something under the finger scrolls sideways by itself, as a board that is larger than its view does.
 * @param {Element | null} element
 */
function scrolls(element) {
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  }
  return false;
}

document.addEventListener("touchstart", ({ touches, target }) => {
  const field = /** @type {Element} */ (target).closest("input, textarea, select");
  start = touches.length === 1 && !field && !scrolls(/** @type {Element} */ (target)) ? touches[0] : null;
}, { passive: true });

document.addEventListener("touchend", ({ changedTouches: [end] }) => {
  if (!start || end.identifier !== start.identifier) return;
  const [right, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
  start = null;
  if (Math.abs(right) < FAR || Math.abs(right) < 2 * Math.abs(down)) return;
  const link = document.querySelector(`#replay-nav a[rel="${right < 0 ? "next" : "prev"}"]`);
  if (link instanceof HTMLElement) link.click();
}, { passive: true });

document.addEventListener("touchcancel", () => { start = null; }, { passive: true });
