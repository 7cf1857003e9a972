/** Push notifications to this browser: switched in the settings, and kept in step with the signed-in player. */

import { csrfHeaders } from "./csrf.js";
import { load, save } from "./storage.js";

const KEPT = "push"; // in localStorage: the player, the mark of the page and the endpoint that the server knows

/**
 * Send the subscription to the server if it may not know it; unsubscribe after signing out.
 * @param {ServiceWorkerRegistration} registration
 * @param {string} player
 */
export async function renew(registration, player) {
  const subscription = await registration.pushManager?.getSubscription();
  if (!subscription) return;
  if (!player) {
    save(KEPT, null);
    await subscription.unsubscribe();
  } else if (load(KEPT) !== known(subscription, player)) {
    await tell(subscription, player);
  }
}

/**
 * Return what is kept of a subscription that the server knows. It forgets all when the player signs out elsewhere or
 * has a new password: then the mark of the page is another one.
 * @param {PushSubscription} subscription
 * @param {string} player
 */
const known = (subscription, player) =>
  `${player} ${document.documentElement.dataset.push ?? ""} ${subscription.endpoint}`;

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
  if (answer.ok) save(KEPT, known(subscription, player));
  return answer.ok;
}

/**
 * Return the state of push notifications in this browser.
 * @returns {Promise<string>} on, off, denied, iphone (install the app first) or never (not supported)
 */
export async function state() {
  const apple =
    /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (apple && !installed) return "iphone";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "never";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

/**
 * Ask for permission and subscribe.
 * @param {string} key of the site (VAPID), base64url
 * @param {string} player
 * @returns {Promise<string>} the new state; "failed" if the browser's push service did not answer
 */
export async function turnOn(key, player) {
  if ((await Notification.requestPermission()) !== "granted") return state();
  try {
    const registration = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    return (await tell(await registration.pushManager.subscribe(options), player)) ? "on" : "failed";
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
