import { expect, test } from 'vitest';
import { cardText, grouped, type Card, type Mark } from './card';

test('many decisions are shown in twelve blocks, each as its worst', () => {
  expect(grouped(['good', 'mistake'])).toEqual(['good', 'mistake']);
  const many = Array.from<unknown, Mark>({ length: 36 }, (_, i) =>
    i === 4 ? 'doubtful' : i === 5 ? 'blunder' : 'good',
  );
  const blocks = grouped(many);
  expect(blocks).toHaveLength(12);
  expect(blocks.slice(0, 3)).toEqual(['good', 'blunder', 'good']);
  expect(grouped([])).toEqual([]);
});

test('the text leaves out what is not known', () => {
  const card: Card = {
    heading: 'Race, 16 Nov',
    place: '1 of 2',
    medal: '🥇',
    marks: [],
    luck: '',
    address: 'https://a/daily',
  };
  expect(cardText(card)).toBe('Race, 16 Nov\n🥇 1 of 2\nhttps://a/daily');
  expect(cardText({ ...card, marks: ['good', 'blunder'], luck: 'lucky' })).toContain('🟩🟥\nlucky');
});
