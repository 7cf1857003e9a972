/** Every page as a part of the app: the service worker, and the news where the page has no line of its own. */

import { Live } from "./live.js";
import { renew } from "./push.js";
import "./zone.js";

const player = document.documentElement.dataset.user ?? "";

if (player && !document.querySelector("[data-socket]")) {
  new Live({ path: () => "/ws/news/", hello: () => ({}), receive: () => {}, stays: true });
}

navigator.serviceWorker?.register("/sw.js").then(
  (registration) => registration && renew(registration, player),
  () => {}, // without a worker there are no pushes, and no page without a connection: everything else works
);
