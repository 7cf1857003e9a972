/** Goes to a live match of the viewer when the open page of an event learns of it: once, as one may come back. */

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
  new MutationObserver(go).observe(place, { childList: true });
  document.addEventListener("visibilitychange", go);
}
running("event");
