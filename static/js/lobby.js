/** The live lobby: challenges, players and matches appear and disappear without a reload. */

import { run, tick } from "./clock.js";
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
running("lobby");
