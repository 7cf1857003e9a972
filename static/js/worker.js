// The service worker: shows push notifications and opens their pages, and serves the offline page without a
// connection. It caches that page and its files only, never a match. The server writes KNOWN above this source.
const KEEP = `offline-${KNOWN.kept.join()}`;
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => scope.clients.claim()));
});

async function keep() {
  const cache = await caches.open(KEEP);
  await cache.addAll([KNOWN.offline, ...KNOWN.kept].map((path) => new Request(path, { cache: "reload" })));
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== KEEP) await caches.delete(name);
}

/**
 * Return the cached answer, for a site that cannot be reached.
 * @param {string} path
 */
async function cached(path) {
  return (await caches.match(path)) ?? Response.error();
}

// Network first: the cache answers only when the site cannot be reached.
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => cached(KNOWN.offline)));
  } else if (request.method === "GET" && KNOWN.kept.includes(path)) {
    event.respondWith(fetch(request).catch(() => cached(path)));
  }
});

// The browser or its push service has renewed the subscription, maybe long before the next visit.
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.newSubscription)));

/**
 * Tell the server of the new subscription; the former one ends with the next push to it. A page has the token for that,
 * and shows whether a player is still signed in here.
 * @param {PushSubscription | null} [renewed]
 */
async function renew(renewed) {
  const page = await fetch(KNOWN.preferences);
  if (!page.ok || page.redirected) return;
  const token = /"X-CSRFToken": "(\w+)"/.exec(await page.text())?.[1] ?? "";
  const options = { userVisibleOnly: true, applicationServerKey: KNOWN.key };
  const subscription = renewed ?? (await scope.registration.pushManager.subscribe(options));
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
  await fetch(KNOWN.devices, { method: "POST", body, headers: { "X-CSRFToken": token } });
}

scope.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));

/**
 * @typedef {object} Message
 * @property {string} [title]
 * @property {string} [body]
 * @property {string} [path] what it leads to
 * @property {string} [tag] a later one with the same tag replaces it
 * @property {boolean} [turn] whether it is about a turn that waits in the match of its tag
 * @property {number} [waiting] the number of such turns
 * @property {string[]} [matches] in which matches they wait
 */

/**
 * Show a push, as browsers demand of every push, and close those about turns that no longer wait.
 * @param {Message} message
 */
async function show({ title = "Numgames", body = "", path = "/", tag = "", turn = false, waiting = 0, matches }) {
  const badge = waiting ? scope.navigator.setAppBadge?.(waiting) : scope.navigator.clearAppBadge?.();
  await badge?.catch(() => {});
  const options = { body, tag, renotify: tag !== "", icon: KNOWN.icon, badge: KNOWN.icon, data: { path, turn } };
  await scope.registration.showNotification(title, options);
  if (!matches) return;
  for (const shown of await scope.registration.getNotifications()) {
    if (shown.data?.turn && shown.tag !== tag && !matches.includes(shown.tag)) shown.close();
  }
}

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

/**
 * Focus the window that shows the page already, or open a new one.
 * @param {string} path
 */
async function open(path) {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find((page) => new URL(page.url).pathname === path);
  return shown ? shown.focus() : scope.clients.openWindow(path);
}
