import { expect, test } from 'vitest';
import { en } from './i18n/en';
import { sentence, Story } from './story.svelte';
import type { Made, TableView } from './view';

const view = (version: number, history: Made[]): TableView => ({ version, seat: 1, history }) as unknown as TableView;
const made = (version: number, seat: number, move: string): Made => ({ version, seat, move, by: 'person', events: [] });
const FIRST = made(1, 1, 'draw');
const SECOND = made(2, 2, 'pass');
const describe = ({ move }: Made): string => move;

test('moves of others are news, except on arrival', () => {
  const story = new Story();
  expect(story.follow(view(1, [FIRST]), describe)).toEqual({ moves: [], takenBack: false });
  expect(story.follow(view(2, [FIRST, SECOND]), describe).moves).toEqual([{ version: 2, seat: 2, text: 'pass' }]);
  expect(story.lines.map((line) => line.text)).toEqual(['draw', 'pass']);
});

test('a move that was taken back leaves the story', () => {
  const story = new Story();
  story.follow(view(2, [FIRST, SECOND]), describe);
  expect(story.follow(view(3, [FIRST]), describe).takenBack).toBe(true);
  expect(story.lines.map((line) => line.text)).toEqual(['draw']);
});

test('a move is told in a sentence', () => {
  expect(sentence('Ann', ['drew a card', null, 'kept it'], 'draw', en)).toBe('Ann drew a card, kept it.');
  expect(sentence('Ann', [null], 'go 3', en)).toBe('Ann: go 3.');
});
