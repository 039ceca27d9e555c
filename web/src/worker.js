// Caches the page, so that without a network it can say so and show the rule books that were read
// before. Tables always come from the server.
const SHELL = [/* the shell */];
const CACHE = `sidings ${SHELL.join(' ')}`;

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

/** Asks the server first, so that a new version of the page is shown at once. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await caches.match('/')) ?? Promise.reject(error);
  }
}

/** Asset names contain a hash of the contents, so a cached asset never goes stale. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});
