import { expect, test } from 'vitest';
import { dateText, timeText } from './dates';

const EVENING = new Date(2026, 2, 7, 21, 5).getTime();

test('24 hours, the day before the month', () => {
  expect(timeText(EVENING, 'en')).toBe('21:05');
  expect(dateText(EVENING, 'en')).toBe('7 Mar');
  expect(dateText(EVENING, 'pl')).toBe('7 mar');
});
