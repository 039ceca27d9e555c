import { expect, test } from 'vitest';
import { levelNear, rated, START } from './rating';

// Python's openskill, with mu=1300, sigma=350, beta=400/ln(10)/sqrt(2) and tau=0.
test('a rating moves as OpenSkill says', () => {
  const win = rated(START, 1, [{ points: 1500, place: 2 }]);
  expect(win.points).toBeCloseTo(1496.017, 2);
  expect(win.doubt).toBeCloseTo(319.173, 2);
  const tie = rated(START, 1, [{ points: 1500, place: 1 }]);
  expect(tie.points).toBeCloseTo(1339.264, 2);
  const second = rated({ points: 1500, doubt: 200, games: 4 }, 2, [
    { points: 1400, place: 1 },
    { points: 1600, place: 3 },
  ]);
  expect(second.points).toBeCloseTo(1536.179, 2);
  expect(second).toMatchObject({ games: 5 });
});

test('whoever wins as often as club has its points in the end', () => {
  let mine = START;
  for (let i = 0; i < 200; i++) mine = rated(mine, i % 2 ? 1 : 2, [{ points: 1500, place: i % 2 ? 2 : 1 }]);
  expect(Math.abs(mine.points - 1500)).toBeLessThan(60);
  expect(levelNear(mine.points, { novice: 1200, club: 1500, master: 1800 })).toBe('club');
});
