/**
 * Steps from one position to the next without another page: a link with `data-step`, or to a turn in the list of turns,
 * brings the part of the page that names its own address in `data-here`. The address follows, and the browser's way
 * back leads through the steps.
 */

import { running } from "./running.js";

const STEPS = "a[data-step], [data-here] > #turns a";
let latest = ""; // the address of the step that was asked for last, while one is on its way; else ""

/** @returns {HTMLElement | null} the part of the page that changes with each step */
const part = () => document.querySelector("[data-here]");

/** @param {string} address */
const absolute = (address) => new URL(address, location.href).href;

/** Have the address say what the page shows; an answer without this part, such as a sign-in, is opened as a page. */
function follow(to = location.href) {
  const shown = part()?.dataset.here;
  if (shown === undefined) location.assign(to);
  else if (absolute(shown) !== location.href.split("#")[0]) history.pushState(null, "", shown);
  const match = document.getElementById("match");
  const check = document.getElementById("check"); // sends what is laid here to where scripts do
  if (match && check instanceof HTMLButtonElement) match.dataset.preview = check.formAction;
}

/**
 * Bring the part of another address into the page; of steps that are asked for meanwhile the last one follows.
 * @param {string} to
 */
async function step(to) {
  const waits = latest;
  latest = to;
  if (waits) return;
  const id = `#${part()?.id}`;
  part()?.setAttribute("data-waits", "");
  let next = "";
  try {
    while (next !== latest) {
      next = latest;
      await window.htmx.ajax("GET", next, { target: id, select: id, swap: "outerMorph" });
    }
  } finally {
    latest = ""; // also where the line is cut: the next press tries again
    part()?.removeAttribute("data-waits");
  }
  follow(next);
  const place = scrollY;
  requestAnimationFrame(() => scrollTo(scrollX, place)); // the next step stays under the finger
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest(STEPS) : null;
  if (!link || event.defaultPrevented || event.button) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // opens it elsewhere
  event.preventDefault();
  step(absolute(link.getAttribute("href") ?? ""));
});
addEventListener("popstate", () => {
  const here = location.href.split("#")[0];
  if (absolute(part()?.dataset.here ?? "") !== here) step(here);
});
// A move that is tried is a step too.
document.addEventListener("htmx:finally:request", () => latest || !part() || follow());
running("steps");
