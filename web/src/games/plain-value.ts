// How PlainBoard writes what a position holds.

export const isSimple = (value: unknown): boolean => value === null || typeof value !== 'object';

/** The name of a field as a heading: `last_turns` is "Last turns". */
export function label(key: string): string {
  const words = key.replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  return String(value);
}
