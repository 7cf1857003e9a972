/** The offline page: opens the page that was wanted as soon as the site answers again. */

const FIRST = 2_000; // milliseconds until the second look; each later one waits twice as long
const LONGEST = 30_000;
const offline = /** @type {HTMLElement} */ (document.getElementById("offline"));
const way = /** @type {HTMLAnchorElement} */ (offline.querySelector("a"));

let pause = FIRST;
let timer = 0;

/** Look whether the site answers; its answer is small and never one that the browser keeps. */
async function look() {
  const answer = await fetch(offline.dataset.probe ?? "", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) return way.click();
  clearTimeout(timer);
  timer = setTimeout(look, pause * (1 + Math.random() / 2)); // not all pages at the same moment
  pause = Math.min(2 * pause, LONGEST);
}

// Not where the page is looked at by its own address: no other was wanted.
if (location.pathname !== offline.dataset.probe) {
  for (const hint of offline.querySelectorAll("[hidden]")) hint.removeAttribute("hidden");
  addEventListener("online", look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  look();
}
