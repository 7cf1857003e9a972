/**
 * Watches whether the scripts of the page run. `data-scripts` of the root element promises it: style sheets then hide
 * what only serves a page without JavaScript. The promise is made before the page is drawn, so that nothing moves, and
 * withdrawn while scripts are late, or when one of them does not run. `data-scripting` stays as long as they may still
 * come: without it the page is laid out for use without them. This script is no module and comes before all others;
 * without it nothing is promised, and nothing hidden.
 */
(() => {
  const PATIENCE = 4_000; // milliseconds after which a page whose scripts still load can be used without them
  const LONGEST = 10_000; // milliseconds after which it says that they did not load
  const REQUESTS = "[hx-get], [hx-post]";
  const root = document.documentElement;
  let failed = false;
  let threw = false;

  /** @param {"loading" | "running"} state */
  function promise(state) {
    failed = false;
    root.dataset.scripts = root.dataset.scripting = state;
    say();
  }

  /** Offer what works without JavaScript, and say why. */
  function fail() {
    failed = true;
    delete root.dataset.scripts;
    delete root.dataset.scripting;
    say();
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("noscript[data-instead]")))
      if (!runs(place.dataset.instead)) place.outerHTML = place.textContent ?? ""; // reloads the page now and then
  }

  function say() {
    const sentence = document.getElementById("unloaded");
    if (sentence) sentence.hidden = !failed;
  }

  /** @param {string} [name] of a module of the page, or htmx */
  function runs(name) {
    if (name === "htmx") return "htmx" in window;
    return document.querySelector(`script[data-runs="${name}"]`) !== null;
  }

  /** Judge when all scripts had their turn: each module that runs has marked its script (`running.js`). */
  function judge() {
    if (!threw && runs("htmx") && !document.querySelector("script[type=module]:not([data-runs])")) promise("running");
    else fail();
  }

  /**
   * After a failure leave forms to the browser: scripts that do run may rely on one that does not.
   * @param {Event} event
   */
  function leave(event) {
    const { target, type } = event;
    if (!failed || !(target instanceof Element)) return;
    if (type === "submit" ? !target.matches("[data-passkey]") : target.closest(REQUESTS))
      event.stopImmediatePropagation();
  }

  /** @param {ErrorEvent} event; those of browser extensions come from elsewhere, and notices carry no error */
  function note({ error, filename }) {
    threw ||= error instanceof Error && filename.startsWith(location.origin);
  }

  promise("loading");
  window.addEventListener("error", note);
  setTimeout(() => root.dataset.scripts === "loading" && delete root.dataset.scripts, PATIENCE);
  const late = setTimeout(fail, LONGEST);
  document.addEventListener("DOMContentLoaded", () => {
    clearTimeout(late);
    window.removeEventListener("error", note); // what throws later does so in use
    judge();
  });
  for (const type of ["submit", "click"]) window.addEventListener(type, leave, true);
})();
