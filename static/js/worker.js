// The service worker: shows pushes, opens what they are about, and a page for when there is no connection. It keeps
// that one page with what it needs, and nothing else: never a match. KNOWN stands above, written by the server.
const KEEP = `offline-${KNOWN.kept.join()}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

async function keep() {
  const cache = await caches.open(KEEP);
  await cache.addAll([KNOWN.offline, ...KNOWN.kept].map((path) => new Request(path, { cache: "reload" })));
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== KEEP) await caches.delete(name);
}

/** Pages come from the site; what the offline page needs comes from here when the site cannot be reached. */
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(KNOWN.offline)));
  } else if (request.method === "GET" && KNOWN.kept.includes(path)) {
    event.respondWith(fetch(request).catch(() => caches.match(path)));
  }
});

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));

/** A push is always shown, as browsers demand; a later one about the same match takes the place of the one before. */
async function show({ title = "Numgames", body = "", path = "/", tag = "", waiting = 0 }) {
  if (waiting) await self.navigator.setAppBadge?.(waiting).catch(() => {});
  await self.registration.showNotification(title, {
    body, tag, renotify: tag !== "", icon: KNOWN.icon, badge: KNOWN.icon, data: { path },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

/** Goes to the page that shows it already, or else opens one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
