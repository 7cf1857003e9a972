/** Pushes to this browser: turned on and off in the settings, and kept in step with who is signed in. */

const KEPT = "push"; // in localStorage: which address the server knows for whom

/**
 * Tells the server where to push, if that is on and the server may not know; off for whoever has signed out.
 * @param {ServiceWorkerRegistration} registration
 * @param {string} player
 */
export async function renew(registration, player) {
  const subscription = await registration.pushManager?.getSubscription();
  if (!subscription) return;
  if (!player) {
    localStorage.removeItem(KEPT);
    await subscription.unsubscribe();
  } else if (localStorage.getItem(KEPT) !== known(subscription, player)) {
    await tell(subscription, player);
  }
}

/**
 * @param {PushSubscription} subscription
 * @param {string} player
 */
const known = (subscription, player) => `${player} ${subscription.endpoint}`;

/**
 * @param {PushSubscription} subscription
 * @param {string} player
 * @returns {Promise<boolean>} whether the server took it
 */
async function tell(subscription, player) {
  const { keys = {} } = subscription.toJSON();
  const body = new URLSearchParams({ endpoint: subscription.endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
  const token = JSON.parse(document.body.getAttribute("hx-headers:inherited") ?? "{}")["X-CSRFToken"] ?? "";
  const answer = await fetch("/notifications/devices/", { method: "POST", body, headers: { "X-CSRFToken": token } });
  if (answer.ok) localStorage.setItem(KEPT, known(subscription, player));
  return answer.ok;
}

/** @returns {string} what is the case in this browser: on, off, denied, iphone or never */
export async function state() {
  const apple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (apple && !installed) return "iphone";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "never";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

/**
 * Asks for permission and turns push on here.
 * @param {string} key of the site, base64url
 * @param {string} player
 * @returns {Promise<string>} the state after it; failed where the browser's push service did not answer
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

/** Turns push off here. */
export async function turnOff() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  localStorage.removeItem(KEPT);
}
