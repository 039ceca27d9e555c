// Helpers for playing with the keyboard.

/** Moves the focus among the buttons inside an element with the arrow keys, Home and End. */
export function arrows(root: HTMLElement): { destroy(): void } {
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -999, End: 999 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const found = [...root.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')];
    const at = found.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    found[Math.max(0, Math.min(found.length - 1, at + step))]?.focus();
  };
  root.addEventListener('keydown', walk);
  return { destroy: () => root.removeEventListener('keydown', walk) };
}

/** Whether a key was pressed outside any field or dialog. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as HTMLElement | null;
  return !target?.closest('input, textarea, select, dialog');
}
