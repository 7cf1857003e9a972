/** Goes to a live match of the viewer as soon as the page of an event shows it: once, as one may come back. */

import { running } from "./running.js";

const FOLLOWED = "followed"; // in the session's storage: the path of the match that was gone to last
const place = document.getElementById("event");

function go() {
  const path = place?.querySelector("[data-follow]")?.getAttribute("href");
  if (!path || document.visibilityState !== "visible" || sessionStorage.getItem(FOLLOWED) === path) return;
  sessionStorage.setItem(FOLLOWED, path);
  location.assign(path);
}

if (place) {
  new MutationObserver(go).observe(place, { childList: true, subtree: true }); // parts are morphed
  document.addEventListener("visibilitychange", go);
  go(); // paired while the page was on its way
}
running("event");
