/** Settings of this browser: its state of push notifications, and help where they cannot work. */

import { state, turnOff, turnOn } from "./push.js";
import { running } from "./running.js";

const here = /** @type {HTMLElement} */ (document.getElementById("push_here"));
const player = document.documentElement.dataset.user ?? "";

/** @param {string} now */
function show(now) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (here.querySelectorAll("[data-when]"))) {
    part.hidden = !part.dataset.when?.split(" ").includes(now);
  }
}

/** Show the present state. */
function refresh() {
  const devices = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#devices [data-endpoint]"));
  return state([...devices].map(({ dataset }) => dataset.endpoint ?? "")).then(show);
}

here.querySelector("[data-do=on]")?.addEventListener("click", async () => {
  show(""); // what failed before is announced again
  const now = await turnOn(player);
  if (now === "on")
    location.reload(); // the list of devices has one more
  else show(now);
});
here.querySelector("[data-do=off]")?.addEventListener("click", () => turnOff().then(refresh));
document.addEventListener("pushtold", refresh);
refresh();
running("settings");
