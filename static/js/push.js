/** Push notifications to this browser: switched in the settings, and kept in step with the player and the site. */

import { csrfHeaders } from "./csrf.js";
import { load, save } from "./storage.js";

const KEPT = "push"; // in localStorage: the player, the mark of the page and the endpoint that the server knows
const root = document.documentElement;

/**
 * Send the subscription to the server if it may not know it; subscribe again with the present key of the site if it was
 * made with a former one, which push services refuse; unsubscribe after signing out.
 * @param {ServiceWorkerRegistration} registration
 * @param {string} player
 */
export async function renew(registration, player) {
  const subscription = await registration.pushManager?.getSubscription();
  if (!subscription) return;
  if (!player) {
    save(KEPT, null);
    await subscription.unsubscribe();
  } else if (!isOfSite(subscription)) {
    await tell(await subscribe(registration), player);
  } else if (load(KEPT) !== known(subscription, player)) {
    await tell(subscription, player);
  }
}

/**
 * Return whether this subscription was made with the present key of the site; also where the browser does not say.
 * @param {PushSubscription} subscription
 */
function isOfSite(subscription) {
  const key = subscription.options?.applicationServerKey;
  if (!key || !root.dataset.pushKey) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === root.dataset.pushKey;
}

/**
 * Subscribe with the present key of the site, in place of a subscription that no longer works.
 * @param {ServiceWorkerRegistration} registration
 */
async function subscribe({ pushManager }) {
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: root.dataset.pushKey });
}

/**
 * Return what is kept of a subscription that the server knows. It forgets all when the player signs out elsewhere or
 * has a new password: then the mark of the page is another one.
 * @param {PushSubscription} subscription
 * @param {string} player
 */
const known = (subscription, player) => `${player} ${root.dataset.push ?? ""} ${subscription.endpoint}`;

/**
 * Send the subscription to the server.
 * @param {PushSubscription} subscription
 * @param {string} player
 * @returns {Promise<boolean>} whether the server accepted it
 */
async function tell(subscription, player) {
  const { keys = {} } = subscription.toJSON();
  const body = new URLSearchParams({
    endpoint: subscription.endpoint,
    p256dh: keys.p256dh ?? "",
    auth: keys.auth ?? "",
  });
  const answer = await fetch("/notifications/devices/", { method: "POST", body, headers: csrfHeaders() });
  if (!answer.ok) return false;
  save(KEPT, known(subscription, player));
  root.dataset.pushTold = subscription.endpoint;
  document.dispatchEvent(new Event("pushtold"));
  return true;
}

/**
 * Return the state of push notifications in this browser.
 * @param {string[]} endpoints that the server sends to
 * @returns {Promise<string>} on, off, lapsed (the server dropped it, as it was refused), denied, iphone (install the
 *   app first) or never (not supported)
 */
export async function state(endpoints) {
  const apple =
    /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (apple && !installed) return "iphone";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "never";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return "off";
  const isKnown = [...endpoints, root.dataset.pushTold].includes(subscription.endpoint);
  return isKnown && isOfSite(subscription) ? "on" : "lapsed";
}

/**
 * Ask for permission and subscribe.
 * @param {string} player
 * @returns {Promise<string>} the new state; "failed" if the browser's push service did not answer
 */
export async function turnOn(player) {
  if ((await Notification.requestPermission()) !== "granted") return state([]);
  try {
    return (await tell(await subscribe(await navigator.serviceWorker.ready), player)) ? "on" : "failed";
  } catch {
    return "failed";
  }
}

/** Unsubscribe this browser. */
export async function turnOff() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  save(KEPT, null);
}

/**
 * Close what the system still shows and the page has answered: about the match or the challenges that it displays, and
 * everything after signing out, as the app's badge.
 * @param {ServiceWorkerRegistration} registration
 * @param {string} player
 */
export async function closeAnswered(registration, player) {
  if (!player) await navigator.clearAppBadge?.().catch(() => {});
  if (player && document.visibilityState !== "visible") return;
  const match = /** @type {HTMLElement | null} */ (document.querySelector("#match[data-seat]:not([data-seat=''])"));
  const isLobby = document.querySelector("[data-sees=challenge]") !== null;
  for (const shown of (await registration.getNotifications?.()) ?? []) {
    const isAnswered = shown.tag === match?.dataset.match || (isLobby && shown.tag.startsWith("challenge-"));
    if (!player || isAnswered) shown.close();
  }
}
