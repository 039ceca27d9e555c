// Keeps the page, the games and the rule books in the browser, so that all works without a network but
// playing with people elsewhere. The tables of this device are kept by the page itself.
const SHELL = [/* the shell */];
const LISTED = 'api/games';
const CACHE = `sidings ${SHELL.join(' ')}`;

addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([...SHELL, LISTED]);
    await skipWaiting();
  };
  event.waitUntil(fill());
});

addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

/** Asks the server first, so that what is new is shown at once. */
async function newest(request, kept) {
  try {
    const answer = await fetch(request);
    return answer.ok ? answer : ((await caches.match(kept)) ?? answer);
  } catch (error) {
    return (await caches.match(kept)) ?? Promise.reject(error);
  }
}

/** Names of assets contain a hash of the contents, so one that is kept never goes stale. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const here = new URL('./', location).href;
  if (request.method !== 'GET' || !request.url.startsWith(here)) return;
  const place = request.url.slice(here.length);
  if (request.mode === 'navigate') event.respondWith(newest(request, './'));
  else if (place === LISTED) event.respondWith(newest(request, LISTED));
  else if (place.startsWith('assets/')) event.respondWith(asset(request));
});

// --- Turn notices: the server's message is shown, and a tap on it leads to the table.

addEventListener('push', (event) => {
  const { text, url, table } = event.data.json();
  event.waitUntil(
    registration.showNotification('Sidings', { body: text, tag: table, icon: 'icon-192.png', data: url }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async () => {
    const url = event.notification.data;
    const open = (await clients.matchAll({ type: 'window' })).find((client) => client.url.startsWith(url));
    return open ? open.focus() : clients.openWindow(url);
  };
  event.waitUntil(show());
});
