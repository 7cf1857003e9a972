/** The live lobby: challenges, players and matches appear and disappear without a reload. */

import { run, tick } from "./clock.js";
import { Live } from "./live.js";
import { apply } from "./partials.js";
import { running } from "./running.js";

const lobby = /** @type {HTMLElement} */ (document.getElementById("lobby"));

new Live({
  path: () => lobby.dataset.socket ?? "",
  async receive({ partials }) {
    if (!partials) return;
    await apply(partials);
    tick();
  },
});
run();
running("lobby");
