// The current place: the path names the page, the hash a rule or an invitation token, and what
// follows a question mark the options of a rule book or the moment of a replay.
import { at, BASE, placeOf } from './base';

export type Place =
  | { page: 'home' }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string }
  | { page: 'analysis'; table: string }
  | { page: 'rules'; game: string | null }
  | { page: 'pad' }
  | { page: 'puzzles'; game: string | null }
  | { page: 'daily' }
  | { page: 'record' }
  | { page: 'club'; tournament: string | null }
  | { page: 'nowhere' };

export function readPath(path: string): Place {
  const [first = '', second = '', ...more] = path.split('/').filter(Boolean);
  if (!first) return { page: 'home' };
  if (more.length) return { page: 'nowhere' };
  if (first === 't' && second) return { page: 'table', table: second };
  if (first === 'replay' && second) return { page: 'replay', table: second };
  if (first === 'analysis' && second) return { page: 'analysis', table: second };
  if ((first === 'pad' || first === 'daily' || first === 'record') && !second) return { page: first };
  if (first === 'club') return { page: 'club', tournament: second || null };
  if (first === 'puzzles') return { page: 'puzzles', game: second || null };
  if (first === 'rules') return { page: 'rules', game: second || null };
  return { page: 'nowhere' };
}

/** The text of a hash; as it stands if somebody has damaged it. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

class Router {
  place: Place = $state.raw(readPath(placeOf(location.pathname)));
  hash = $state(location.hash.slice(1));
  search = $state(location.search);

  constructor() {
    const follow = () => this.#read();
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
    addEventListener('click', (event) => this.#click(event));
  }

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', at(address));
    else history.pushState(null, '', at(address));
    this.#read();
    if (!this.hash) scrollTo(0, 0);
  }

  /** Shows another address for the same page. */
  note(address: string): void {
    history.replaceState(null, '', at(address));
    this.search = location.search;
  }

  #read(): void {
    const place = readPath(placeOf(location.pathname));
    if (JSON.stringify(place) !== JSON.stringify(this.place)) this.place = place;
    this.hash = decoded(location.hash.slice(1));
    this.search = location.search;
  }

  /** Links within the page are followed without loading it again. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    const place = placeOf(link.pathname);
    if (!link.pathname.startsWith(BASE) || place.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return; // the browser scrolls
    event.preventDefault();
    this.go(place + link.search + link.hash);
  }
}

export const router = new Router();
