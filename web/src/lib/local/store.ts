// The tables of this device, in IndexedDB: each as the secret of its deal and its log, from which all else follows.
import type { TableInfo } from '../protocol';
import type { Entry } from './entries';
import type { Header } from './state';

export const FORMAT = 1;
const [DATABASE, TABLES] = ['sidings', 'tables'];

export interface Kept {
  format: number;
  id: string;
  header: Header;
  secret: string; // hexadecimal
  log: Entry[];
  info: TableInfo;
}

/** Where tables are kept. */
export interface Store {
  get(id: string): Promise<unknown>;
  all(): Promise<[id: string, kept: unknown][]>;
  /** Keeps all of them, or none. */
  put(...kept: Kept[]): Promise<void>;
  remove(...ids: string[]): Promise<void>;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((settle, fail) => {
    request.onsuccess = () => settle(request.result);
    request.onerror = () => fail(request.error ?? new Error('the storage failed'));
  });
}

export class DeviceStore implements Store {
  #opened: Promise<IDBDatabase> | null = null;

  async get(id: string): Promise<unknown> {
    return settled((await this.#tables('readonly')).get(id) as IDBRequest<unknown>);
  }

  async all(): Promise<[string, unknown][]> {
    const tables = await this.#tables('readonly');
    const [ids, kept] = await Promise.all([
      settled(tables.getAllKeys()),
      settled(tables.getAll() as IDBRequest<unknown[]>),
    ]);
    return ids.map((id, i) => [String(id), kept[i]]);
  }

  put(...kept: Kept[]): Promise<void> {
    return this.#write((tables) => kept.forEach((one) => tables.put(one, one.id)));
  }

  remove(...ids: string[]): Promise<void> {
    return this.#write((tables) => ids.forEach((id) => tables.delete(id)));
  }

  async #write(change: (tables: IDBObjectStore) => void): Promise<void> {
    const tables = await this.#tables('readwrite');
    const { transaction } = tables;
    await new Promise<void>((settle, fail) => {
      transaction.oncomplete = () => settle();
      transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error('the storage failed'));
      change(tables);
    });
  }

  async #tables(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.#opened ??= this.#open();
    return (await this.#opened).transaction(TABLES, mode).objectStore(TABLES);
  }

  #open(): Promise<IDBDatabase> {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES);
    const opened = settled(request).then((database) => {
      database.onversionchange = () => database.close(); // another tab has a newer page
      database.onclose = () => (this.#opened = null);
      return database;
    });
    opened.catch(() => (this.#opened = null));
    return opened;
  }
}

/** Whether what was found in the storage can be a table; what it lacks or has too much of shows in its replay. */
export function isKept(found: unknown): found is Kept {
  const kept = found as Partial<Kept> | null | undefined;
  const { header, info } = kept ?? {};
  return (
    kept?.format === FORMAT &&
    typeof kept.id === 'string' &&
    typeof kept.secret === 'string' &&
    /^[0-9a-f]{64}$/.test(kept.secret) &&
    Array.isArray(kept.log) &&
    kept.log.every((entry: unknown) => typeof (entry as Entry | null)?.do === 'string') &&
    header?.id === kept.id &&
    typeof header.game === 'string' &&
    typeof header.players === 'number' &&
    typeof header.rules?.pace === 'number' &&
    info?.table === kept.id &&
    Array.isArray(info.seats)
  );
}
