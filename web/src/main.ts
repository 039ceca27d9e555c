import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app') as HTMLElement });

// Where it is not allowed (plain http in a network) the page works as well, but not without one.
if (import.meta.env.PROD)
  addEventListener('load', () => navigator.serviceWorker?.register('/worker.js').catch(() => {}));
