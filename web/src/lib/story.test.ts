import { expect, test } from 'vitest';
import { en } from './i18n/en';
import { fr } from './i18n/fr';
import { pl } from './i18n/pl';
import { sentence, Story } from './story.svelte';
import type { Made, TableView } from './view';

const view = (version: number, history: Made[]): TableView => ({ version, seat: 1, history }) as unknown as TableView;
const made = (version: number, seat: number, move: string): Made => ({ version, seat, move, by: 'person', events: [] });
const FIRST = made(1, 1, 'draw');
const SECOND = made(2, 2, 'pass');
const describe = ({ move }: Made): string => move;
const texts = (story: Story) => story.lines.map((line) => line.text);

test('moves of others are news, except on arrival', () => {
  const story = new Story();
  expect(story.follow(view(1, [FIRST]), describe)).toEqual({ moves: [], takenBack: false });
  expect(story.follow(view(2, [FIRST, SECOND]), describe).moves).toMatchObject([{ version: 2, seat: 2, text: 'pass' }]);
  expect(texts(story)).toEqual(['draw', 'pass']);
});

test('a move that was taken back leaves the story', () => {
  const story = new Story();
  story.follow(view(2, [FIRST, SECOND]), describe);
  expect(story.follow(view(3, [FIRST]), describe).takenBack).toBe(true);
  expect(texts(story)).toEqual(['draw']);
});

test('the story is longer than the history that is sent', () => {
  const story = new Story();
  story.follow(view(1, [FIRST]), describe);
  expect(story.follow(view(2, [SECOND]), describe).takenBack).toBe(false);
  expect(texts(story)).toEqual(['draw', 'pass']);
});

test('a moment that was watched can be seen again', () => {
  const story = new Story();
  const [before, after] = [view(1, [FIRST]), view(2, [FIRST, SECOND])];
  story.follow(before, describe);
  story.follow(after, describe);
  expect(story.lines.map((line) => line.moment)).toEqual([null, [before, after]]);
});

test('what happened since one’s last move, or the last move for those who watch', () => {
  const story = new Story();
  story.follow(view(3, [FIRST, SECOND, made(3, 3, 'swap')]), describe);
  expect(story.since(1).map((line) => line.text)).toEqual(['pass', 'swap']);
  expect(story.since(0).map((line) => line.text)).toEqual(['swap']);
  expect(story.since(3)).toEqual([]);
});

test('a move is told in a sentence', () => {
  expect(sentence('Ann', ['drew a card', null, 'kept it'], 'draw', en)).toBe('Ann drew a card, kept it.');
  expect(sentence('Ann', [null], 'go 3', en)).toBe('Ann: go 3.');
});

test.each([
  [en, 'drew {their|your} card', 'Ann drew their card.', 'You drew your card.'],
  [fr, '{a|avez} pioché', 'Ann a pioché.', 'Vous avez pioché.'],
  [pl, 'dobiera{|sz} kartę', 'Ann dobiera kartę.', 'Dobierasz kartę.'],
])('a move of one’s own is told to oneself', (t, told, ofAnn, toOneself) => {
  expect([sentence('Ann', [told], 'draw', t), sentence(null, [told], 'draw', t)]).toEqual([ofAnn, toOneself]);
  expect(sentence(null, [null], 'go 3', en)).toBe('You: go 3.');
});
