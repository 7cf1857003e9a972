/** Work that can wait, and must not be in the way of a press. */

const LATEST = 500; // milliseconds

/** @param {() => void} task done when the browser is idle; Safari does not tell when it is */
export function later(task) {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: LATEST });
  else setTimeout(task, LATEST);
}
