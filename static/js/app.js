/** The web app around every page: the service worker, and a socket for news on pages that open none themselves. */

import "./identity.js";
import { Live } from "./live.js";
import "./mix.js";
import { renew } from "./push.js";
import { running } from "./running.js";
import "./zone.js";

const player = document.documentElement.dataset.user ?? "";

if (player && !document.querySelector("[data-socket]")) {
  new Live({ path: () => "/ws/news/", hello: () => ({}), receive: () => {}, stays: true });
}

navigator.serviceWorker?.register("/sw.js").then(
  (registration) => registration && renew(registration, player),
  () => {}, // without a worker there are no push notifications and no offline page; everything else works
);
running("app");
