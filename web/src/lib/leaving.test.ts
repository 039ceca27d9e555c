import { expect, test } from 'vitest';
import { fates, inCompany } from './leaving';
import type { TableView } from './view';

const table = (kinds: string[], absence: string): TableView =>
  ({
    seat: 1,
    view: { seats: kinds.map((kind) => ({ kind })) },
    header: { rules: { absence } },
  }) as unknown as TableView;

test('company is another person with a seat', () => {
  expect(inCompany(table(['person', 'bot'], 'wait'))).toBe(false);
  expect(inCompany(table(['person', 'person'], 'wait'))).toBe(true);
});

test.each([
  [['person', 'bot', 'bot'], 'wait', { leave: 'free', abandon: 'stopped', resign: 'lost' }],
  [['person', 'bot', 'bot'], 'bot', { leave: 'stopped', abandon: 'stopped', resign: 'stopped' }],
  [['person', 'person', 'bot'], 'bot', { leave: 'bot', abandon: 'agreed', resign: 'bot' }],
  [['person', 'person'], 'bot', { leave: 'bot', abandon: 'agreed', resign: 'lost' }],
  [['person', 'person'], 'end', { leave: 'lost', abandon: 'agreed', resign: 'lost' }],
])('%s, absence %s', (kinds, absence, expected) => {
  expect(fates(table(kinds, absence))).toEqual(expected);
});
