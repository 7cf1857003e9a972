/** Settings of this browser: its state of push notifications, and help where they cannot work. */

import { state, turnOff, turnOn } from "./push.js";

const here = /** @type {HTMLElement} */ (document.getElementById("push_here"));
const player = document.documentElement.dataset.user ?? "";

/** @param {string} now */
function show(now) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (here.querySelectorAll("[data-when]"))) {
    part.hidden = !part.dataset.when?.split(" ").includes(now);
  }
}

here.querySelector("[data-do=on]")?.addEventListener("click", async () => {
  show(""); // what failed before is announced again
  const now = await turnOn(here.dataset.key ?? "", player);
  if (now === "on")
    location.reload(); // the list of devices has one more
  else show(now);
});
here.querySelector("[data-do=off]")?.addEventListener("click", () => turnOff().then(state).then(show));
state().then(show);
