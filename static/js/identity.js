/** Notices when another tab has signed in or out: this page is then another player's, and its forms are refused. */

import { renew, sayOut } from "./renewal.js";
import { load, save } from "./storage.js";

const KEPT = "player"; // in localStorage: the player of the page that was loaded last
const COOKIE = /(?:^|; )(?:__Host-csrf|csrftoken)=([^;]*)/; // another one with each sign-in

let player = "";
let token = "";

/** Return the CSRF cookie, "" without one. */
function cookie() {
  return COOKIE.exec(document.cookie)?.[1] ?? "";
}

/** Note for the other tabs whose page this is. */
export function noteIdentity() {
  player = document.documentElement.dataset.user ?? "";
  token = cookie();
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (visit?.type !== "back_forward") save(KEPT, player); // the history may show a page of before
}

function compare() {
  const present = load(KEPT) ?? player;
  if (present !== player || cookie() !== token) renew(player && !present ? "out" : "player", `${present} ${cookie()}`);
}

noteIdentity();
sayOut();
compare();
window.addEventListener("storage", ({ key }) => key === KEPT && compare());
document.addEventListener("visibilitychange", compare);
for (const name of ["focus", "pageshow"]) window.addEventListener(name, compare);
