// The person at this browser. Nobody has to sign in: a guest is created when the first table needs one.
import { api } from './api';
import { ALONE } from './base';
import { i18n } from './i18n/index.svelte';
import { settings } from './settings.svelte';

class Person {
  name: string | null = $state(null);
  handle: string | null = $state(null);
  #asked: Promise<void> | null = null;

  /** Asks the server once whether it knows this browser. */
  known(): Promise<void> {
    this.#asked ??= api.me().then(
      (me) => {
        this.name = me.name;
        this.handle = me.handle;
      },
      (error: unknown) => {
        this.#asked = null;
        throw error;
      },
    );
    return this.#asked;
  }

  /** Creates a guest if the server does not know this browser yet. */
  async ready(): Promise<void> {
    await this.known();
    if (this.name === null) await this.rename(this.called);
  }

  /** What they are called on this device; whoever has no name is given one. */
  get called(): string {
    const name = this.name ?? (settings.kept.name || `${i18n.t.guest} ${10 + Math.floor(Math.random() * 90)}`);
    if (name !== settings.kept.name) settings.change({ name });
    return name;
  }

  async rename(name: string): Promise<void> {
    settings.change({ name });
    if (ALONE) return;
    const me = await api.guest(name);
    this.name = me.name;
    settings.change({ name: me.name ?? '' });
  }

  async claim(name: string, passphrase: string): Promise<void> {
    const me = await api.claim(name, passphrase);
    this.name = me.name;
    this.handle = me.handle;
  }

  async comeBack(handle: string, passphrase: string): Promise<void> {
    const me = await api.comeBack(handle, passphrase);
    this.name = me.name;
    this.handle = me.handle;
  }

  async forget(passphrase: string): Promise<void> {
    await api.forget(passphrase || null);
    settings.change({ name: '' });
    this.name = this.handle = null;
  }
}

export const person = new Person();
