import { expect, test } from 'vitest';
import { inCompany } from './leaving';
import type { TableView } from './view';

const table = (kinds: string[]): TableView =>
  ({ seat: 1, state: { seats: kinds.map((kind) => ({ kind })) } }) as unknown as TableView;

test('company is another person with a seat', () => {
  expect(inCompany(table(['person', 'bot']))).toBe(false);
  expect(inCompany(table(['person', 'person']))).toBe(true);
});
