// A browser's own notifications (Web Push): the service worker shows them when the page is closed.
import { at } from '../lib/base';
import type { NewChannel } from '../lib/protocol';

export const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Asks the person and the browser; null if one of them does not want to. */
export async function subscribe(key: string): Promise<Pick<NewChannel, 'url' | 'kind' | 'keys'> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.register(at('/worker.js'));
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return null;
  return { url: endpoint, kind: 'push', keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
