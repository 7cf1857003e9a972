/** The web app around every page: the service worker, and a socket for news on pages that open none themselves. */

import "./identity.js";
import { Live } from "./live.js";
import "./mix.js";
import { apply } from "./partials.js";
import { closeAnswered, renew } from "./push.js";
import { running } from "./running.js";
import { prepare, signal } from "./sound.js";
import "./zone.js";

const player = document.documentElement.dataset.user ?? "";

/** @type {HTMLElement | null} a page that is a list of live partials */
const page = document.querySelector("[data-live]");
if (page) {
  const path = () => page.dataset.live ?? "";
  const live = new Live({
    path,
    poll: () => page.dataset.poll ?? "",
    async receive({ partials }) {
      const before = path();
      if (partials) await apply(partials);
      if (path() !== before) live.move();
    },
  });
} else if (player && !document.querySelector("[data-socket]")) {
  new Live({ path: () => "/ws/news/", stays: true });
}

if (player) {
  prepare();
  document.addEventListener("called", () => signal("asked", document.documentElement.dataset.sounds !== "off"));
}

navigator.serviceWorker?.register("/sw.js").then(
  (registration) => {
    if (!registration) return;
    const tidy = () => closeAnswered(registration, player);
    tidy();
    document.addEventListener("visibilitychange", tidy);
    renew(registration, player).catch(() => {}); // the push service does not answer: the next page tries again
  },
  () => {}, // without a worker there are no push notifications and no offline page; everything else works
);
running("app");
