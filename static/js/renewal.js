/** Loads a page again that is out of date: by itself where nothing is lost by it, else the page offers it. */

const KEPT = "renewed"; // in sessionStorage: why this tab has loaded a page again, so that it does so once
const OUT = "out"; // in sessionStorage: that this page is loaded again because its player is signed out
const AGAIN = 2_000; // milliseconds between two looks at a page that is in use
// A preview that was asked for while the site restarted may never be answered.
const HELD = "dialog[open], details.menu[open], .htmx-request, [aria-busy=true]:not(#proof, #preview)";
const LAID = "#board .staged, #rack .selected";
const FIELDS = "form:not(#device, :has(.save)) :is(input, textarea, select)"; // those forms save themselves

let pressed = false;
let timer = 0;

/**
 * Load the page again, or offer it. The latest reason counts.
 * @param {"player" | "out" | "release"} why names the sentence of the offer
 * @param {string} cause what the page would be loaded for, such as the version: this tab is loaded for it only once
 * @param {number} [pause] milliseconds to wait before
 */
export function renew(why, cause, pause = 0) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (pressed || document.querySelector(HELD)) renew(why, cause, AGAIN);
    else if (begun() || !first(`${why} ${cause}`)) offer(why);
    else {
      if (why === "out") sessionStorage.setItem(OUT, "yes");
      location.reload();
    }
  }, pause);
}

/** Load the page again as a visitor's: its session has ended. */
export function leave() {
  renew("out", `${Date.now()}`);
}

/** Say on a visitor's page, once, that it was a player's until now. */
export function sayOut() {
  try {
    if (sessionStorage.getItem(OUT) && !document.documentElement.dataset.user) {
      offer("out");
      document.getElementById("messages")?.replaceChildren(); // it says the same, without the way back
    }
    sessionStorage.removeItem(OUT);
  } catch {
    // Without storage the head of the page says it.
  }
}

/**
 * Return whether a tile lies on the board, something is filled in, or the page answers a form, which a reload would
 * send again.
 */
function begun() {
  const fields = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(FIELDS));
  return (
    document.documentElement.dataset.posted !== undefined ||
    document.querySelector(LAID) !== null ||
    [...fields].some((field) => isFilledIn(field))
  );
}

/** @param {HTMLElement} field */
function isFilledIn(field) {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.defaultSelected && !option.selected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  return ["checkbox", "radio"].includes(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/**
 * Return whether this tab was not loaded for this before, and note it; False without storage.
 * @param {string} cause
 */
function first(cause) {
  try {
    const causes = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    if (causes.includes(cause)) return false;
    sessionStorage.setItem(KEPT, JSON.stringify([...causes, cause].slice(-20)));
    return true;
  } catch {
    return false;
  }
}

/**
 * Offer to load the page again, or to sign in and return to it, and say why.
 * @param {"player" | "out" | "release" | "gone"} why
 */
export function offer(why) {
  const place = document.getElementById("renewal");
  if (!place) return;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-why]"))) {
    part.hidden = !part.dataset.why?.split(" ").includes(why);
    if (part instanceof HTMLAnchorElement && why === "out")
      part.search = `next=${encodeURIComponent(location.pathname + location.search)}`;
  }
  place.hidden = false;
}

window.addEventListener("pointerdown", () => (pressed = true), true);
for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => (pressed = false), true);
