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

scope.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));

/**
 * Show a push, as browsers demand of every push; a later one with the same tag replaces it.
 * @param {{title?: string, body?: string, path?: string, tag?: string, waiting?: number}} message
 */
async function show({ title = "Numgames", body = "", path = "/", tag = "", waiting = 0 }) {
  if (waiting) await scope.navigator.setAppBadge?.(waiting).catch(() => {});
  const options = { body, tag, renotify: tag !== "", icon: KNOWN.icon, badge: KNOWN.icon, data: { path } };
  await scope.registration.showNotification(title, options);
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
