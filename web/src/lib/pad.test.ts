import { describe, expect, it } from 'vitest';
import { course, decode, encode, leaders, newPad, readPad, readPoints, totals, write, type Pad } from './pad';
import { PadKeeper } from './pad.svelte';

const PAD: Pad = { game: 'a-game', names: ['Ann', 'Zoë_~.*', 'Łucja'], rounds: [] };
const played = write(write(PAD, 0, [12, 0, 30]), 1, [5, 8, -2]);

describe('the pad', () => {
  it('adds rounds and corrects them', () => {
    expect(played.rounds).toEqual([
      [12, 0, 30],
      [5, 8, -2],
    ]);
    expect(write(played, 0, [1, 1, 1]).rounds).toEqual([
      [1, 1, 1],
      [5, 8, -2],
    ]);
    expect(write(PAD, 7, [1, 2, 3]).rounds).toEqual([[1, 2, 3]]);
    expect(PAD.rounds).toEqual([]);
  });

  it('sums up, and knows who leads by the rule of the game', () => {
    expect(course(played)).toEqual([
      [0, 0, 0],
      [12, 0, 30],
      [17, 8, 28],
    ]);
    expect(totals(played)).toEqual([17, 8, 28]);
    expect(leaders(played, true)).toEqual([1]);
    expect(leaders(played, false)).toEqual([2]);
    expect(leaders(write(PAD, 0, [4, 4, 9]), true)).toEqual([0, 1]);
    expect(leaders(PAD, true)).toEqual([]);
  });

  it('reads points as people write them', () => {
    expect(['12', ' 0 ', '-5', '−5', '', '1.5', 'x', '12345'].map(readPoints)).toEqual([
      12,
      0,
      -5,
      -5,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('its link', () => {
  it('carries everything, in few characters of an address', () => {
    for (const pad of [PAD, played]) expect(decode(encode(pad))).toEqual(pad);
    expect(encode(played)).toMatch(/^[\w~.%-]+$/);
    const evening = Array.from({ length: 13 }).reduce<Pad>(
      (pad, _, i) => write(pad, i, [i * 7, 120, 0, 33]),
      newPad('a-game', ['Ann', 'Leo', 'Mia', 'Ben']),
    );
    expect(encode(evening).length).toBeLessThan(220);
  });

  it('is refused when it is cut or changed', () => {
    const link = encode(played);
    for (let end = 0; end < link.length; end += 1) expect(decode(link.slice(0, end))).toBeNull();
    expect(decode(link.replace('12.0.30', '12.0.31'))).toBeNull();
    expect(decode(`${link}~`)).toBeNull();
    expect(decode('an-invitation-token')).toBeNull();
  });

  it('is refused when what it says is no pad', () => {
    const odd: unknown[] = [
      null,
      7,
      { ...played, game: '../x' },
      { ...played, names: [] },
      { ...played, names: ['Ann', 'Leo', ''] },
      { ...played, names: ['Ann', 'Leo', 'x'.repeat(25)] },
      { ...played, rounds: [[1, 2]] },
      { ...played, rounds: [[1, 2, 3.5]] },
      { ...played, rounds: [[1, 2, 1e6]] },
      { ...played, rounds: 'many' },
    ];
    for (const one of odd) expect(readPad(one)).toBeNull();
    expect(decode(encode({ ...played, rounds: [[1, 2]] }))).toBeNull();
  });
});

describe('the keeper', () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, to: string) => kept.set(key, to) };
  };

  it('keeps the pad and what was before it', () => {
    const place = storage();
    const keeper = new PadKeeper(place);
    expect([keeper.pad, keeper.canUndo]).toEqual([null, false]);
    keeper.change(PAD);
    keeper.change(played);
    const again = new PadKeeper(place);
    expect(again.pad).toEqual(played);
    again.undo();
    expect(again.pad).toEqual(PAD);
    again.undo();
    expect([again.pad, again.canUndo]).toEqual([null, false]);
  });

  it('begins anew when what was kept cannot be read', () => {
    const place = storage();
    place.setItem('sidings pad', '{"pad": {"game": 3}');
    expect(new PadKeeper(place).pad).toBeNull();
    place.setItem('sidings pad', '{"pad": {"game": 3}, "past": 4}');
    expect(new PadKeeper(place).pad).toBeNull();
  });

  it('works without storage', () => {
    const fail = () => {
      throw new Error('no storage');
    };
    const keeper = new PadKeeper({ getItem: fail, setItem: fail });
    keeper.change(played);
    expect(keeper.pad).toEqual(played);
  });
});
