import { expect, test } from 'vitest';
import { Story } from './story.svelte';
import type { Made, TableView } from './view';

const view = (version: number, history: Made[]): TableView =>
  ({ version, seat: 1, position: { at: version }, history }) as unknown as TableView;
const FIRST: Made = [1, 1, 'draw', ''];
const SECOND: Made = [2, 2, 'pass', ''];
const describe = ([, , move]: Made): string => move;

test('moves of others are news, except on arrival', () => {
  const story = new Story();
  expect(story.follow(view(1, [FIRST]), describe)).toEqual({ moves: [], takenBack: false });
  expect(story.follow(view(2, [FIRST, SECOND]), describe).moves).toEqual([{ version: 2, seat: 2, text: 'pass' }]);
  expect(story.lines.map((line) => line.text)).toEqual(['draw', 'pass']);
});

test('the position before a move is known when one move is new', () => {
  const story = new Story();
  const seen: unknown[] = [];
  const note = (_made: Made, from: unknown) => String(seen.push(from));
  story.follow(view(1, [FIRST]), note);
  story.follow(view(2, [FIRST, SECOND]), note);
  expect(seen).toEqual([null, { at: 1 }]);
});

test('a move that was taken back leaves the story', () => {
  const story = new Story();
  story.follow(view(2, [FIRST, SECOND]), describe);
  expect(story.follow(view(3, [FIRST]), describe).takenBack).toBe(true);
  expect(story.lines.map((line) => line.text)).toEqual(['draw']);
});
