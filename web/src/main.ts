import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { at } from './lib/base';
import { i18n } from './lib/i18n/index.svelte';

// Not awaited here: the files of the languages import this one, and would wait for it in turn.
void i18n.follow().then(() => mount(App, { target: document.getElementById('app') as HTMLElement }));

// Browsers allow no service worker over plain http: the page then works, but not offline.
if (import.meta.env.PROD)
  addEventListener('load', () => navigator.serviceWorker?.register(at('/worker.js')).catch(() => {}));
