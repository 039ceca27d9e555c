// What a screen reader is told, one thing after another.
class Announcer {
  text = $state('');
  #lines: string[] = [];
  #timer = 0;

  say(line: string): void {
    if (!line) return;
    this.#lines.push(line);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.text = this.#lines.splice(0).join(' ');
    }, 120);
  }
}

export const announcer = new Announcer();

/** Short messages that go away by themselves. */
export interface Toast {
  key: number;
  text: string;
  rule?: string;
  game?: string;
  kind: 'news' | 'problem';
}

class Toasts {
  shown: Toast[] = $state([]);
  #keys = 0;

  show(toast: Omit<Toast, 'key'>): void {
    this.#keys += 1;
    const key = this.#keys;
    this.shown = [{ ...toast, key }]; // one at a time: they hang over the table
    announcer.say(toast.text);
    setTimeout(() => this.dismiss(key), toast.kind === 'problem' ? 9_000 : 5_000);
  }

  clear(): void {
    this.shown = [];
  }

  dismiss(key: number): void {
    this.shown = this.shown.filter((toast) => toast.key !== key);
  }
}

export const toasts = new Toasts();
