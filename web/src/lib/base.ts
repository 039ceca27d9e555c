// Where the page lies: at the root of a server, or in any folder of a static host.

/** The path of that folder, with a slash at its end: the page's script lies in `assets` there. */
export const BASE = import.meta.env.PROD ? new URL(/* @vite-ignore */ '..', import.meta.url).pathname : '/';

/** Whether there is no server at all, only files. */
export const ALONE = document.documentElement.dataset.server === 'none';

/** The address of a place of the page, such as `/rules`. */
export const at = (place: string): string => BASE + place.slice(1);

/** The place that an address is of; the path itself if it is not of the page. */
export const placeOf = (path: string): string => (path.startsWith(BASE) ? `/${path.slice(BASE.length)}` : path);
