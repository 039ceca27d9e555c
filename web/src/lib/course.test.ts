import { expect, test } from 'vitest';
import type { GameFace } from '../games/contract';
import type { Step } from './api';
import { courseOf } from './course';
import type { Header, View } from './view';

const step = (round: number, ...scores: number[]): Step => ({
  seat: 1,
  move: 'x',
  events: [],
  view: { round, scores },
});
const STEPS = [step(1, 0, 0), step(1, 0, 0), step(2, 5, 0), step(2, 5, 0), step(2, 5, 7)];
const face = {
  progress: (view: View) => view.scores,
  roundOf: (view: View) => view.round,
} as unknown as GameFace;
const HEADER = {} as Header;

test('a game with rounds goes round by round', () => {
  expect(courseOf(face, STEPS, HEADER)).toEqual({
    lines: [
      [0, 0],
      [5, 0],
      [5, 7],
    ],
    rounds: [
      [5, 0],
      [0, 7],
    ],
  });
});

test('a game without rounds goes move by move', () => {
  const { roundOf: _, ...plain } = face;
  expect(courseOf(plain as GameFace, STEPS, HEADER)).toEqual({
    lines: STEPS.map(({ view }) => view.scores),
    rounds: [],
  });
});

test('a game that tells nothing has no course', () => {
  expect(courseOf({} as GameFace, STEPS, HEADER)).toBeNull();
});
