/** Work that can wait, so that it is not in the way of a press. */

const LATEST = 500; // milliseconds

/** @param {() => void} task done when the browser is idle; Safari does not tell when it is */
export function later(task) {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: LATEST });
  else setTimeout(task, LATEST);
}

/** Wait until the browser has painted what the page shows now; a page that no one sees is not painted. */
export async function painted() {
  if (document.visibilityState !== "visible") return;
  await new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, LATEST); // the page may be left meanwhile
  });
}
