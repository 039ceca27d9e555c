import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { at } from './lib/base';
import { i18n } from './lib/i18n/index.svelte';

await i18n.follow();
mount(App, { target: document.getElementById('app') as HTMLElement });

// Browsers allow no service worker over plain http: the page then works, but not offline.
if (import.meta.env.PROD)
  addEventListener('load', () => navigator.serviceWorker?.register(at('/worker.js')).catch(() => {}));
