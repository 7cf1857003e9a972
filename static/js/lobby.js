/** The live lobby: challenges, players and matches appear and disappear without a reload. */

import { digits, run, tick } from "./clock.js";
import { Live } from "./live.js";
import { apply } from "./partials.js";
import { running } from "./running.js";
import { follow } from "./words.js";

const lobby = /** @type {HTMLElement} */ (document.getElementById("lobby"));

new Live({
  path: () => lobby.dataset.socket ?? "",
  hello: () => ({}),
  receive({ html, go }) {
    if (html) apply(html).then(tick);
    if (go) follow(go);
  },
});
run();

/** Show how long each challenge has been waiting. */
function count() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-since]"))) {
    const text = digits((Date.now() - Date.parse(place.dataset.since ?? "")) / 1000);
    if (place.textContent !== text) place.textContent = text;
  }
}
count();
setInterval(count, 1000);
running("lobby");
