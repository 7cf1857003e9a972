/** The live lobby: challenges, players and matches appear and disappear without a reload. */

import { run, tick } from "./clock.js";
import { Live } from "./live.js";
import { apply } from "./partials.js";
import { running } from "./running.js";
import { follow } from "./words.js";

const lobby = /** @type {HTMLElement} */ (document.getElementById("lobby"));

new Live({
  path: () => lobby.dataset.socket ?? "",
  receive({ partials, data }) {
    if (partials) apply(partials).then(tick);
    if (data?.go) follow(data.go);
  },
});
run();
running("lobby");
