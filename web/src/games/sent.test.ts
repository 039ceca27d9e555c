// The words of every game, held against what the server really sends: `tests/web/test_words.py` has
// games played and runs this file with what was sent in them.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../lib/settings.svelte';
import type { GameEvent, Choice, View } from '../lib/view';
import type { MoveContext } from './contract';
import { faceOf } from './faces';
import type * as Express from './continental-express/types';
import type * as Mexican from './mexican-train/types';
import type * as Trains from './game-of-trains/types';

interface Sent {
  game: string;
  seat: number;
  mover: number;
  players: number;
  options: Record<string, number | string>;
  move: string;
  before: View;
  choices: Choice[];
  after: View;
  events: GameEvent[];
}

const file = process.env.SIDINGS_SENT;
const ALL: Sent[] = file ? (JSON.parse(readFileSync(file, 'utf8')) as Sent[]) : [];
const NAMES = ['Ania', 'Bruno', 'Wanda', 'Felix'];
const BROKEN = /undefined|\bnull\b|NaN|\[object| {2}/;

const context = ({ before, choices, options, players, seat }: Sent): MoveContext => ({
  view: before,
  choices,
  header: { options, players } as unknown as MoveContext['header'],
  names: NAMES,
  seat,
});

/** What a question claims, and when that is so. */
type Claims<View, Choice> = [RegExp, (view: View, can: (what: Choice) => boolean, seat: number) => boolean][];

const MEXICAN: Claims<Mexican.View, Mexican.Choice['do']> = [
  [/boneyard is empty/, (view, can) => view.boneyard === 0 && can('pass')],
  [/does not fit/, (view, can) => view.drawn !== null && can('keep') && !can('lay')],
  [/your train is now open/, (view, _, seat) => !view.markers[seat - 1]],
  [/You drew/, (view) => view.drawn !== null],
  [/which fits/, (view, can) => view.drawn !== null && can('lay')],
  [/draw a domino/, (_, can) => can('draw')],
  [/Nothing fits|have no/, (_, can) => !can('lay')],
  [/double .* waits/, (view) => view.double !== null],
  [/Confirm it/, (view, can) => view.double !== null && can('lay')],
  [/first turn/, (view, _, seat) => view.first_turns.includes(seat)],
  [/or wait/, (_, can) => can('decline')],
  [/lay a domino|begin your train/i, (_, can) => can('lay') || can('decline')],
];
const TRAINS: Claims<Trains.View, Trains.Choice['do']> = [
  [/^Set-up/, (view, can) => view.phase === 'setup' && can('keep')],
  [/You drew/, (view, can) => view.phase === 'place' && can('place')],
  [/draw a card/, (_, can) => can('draw')],
  [/ability/, (view) => view.row.length > 0],
];
const EXPRESS: Claims<Express.View, Express.Choice['do']> = [
  [/contract/, (_, can) => can('contract')],
  [/take a card|one more card/, (_, can) => can('take')],
  [/first column is/, (view, _, seat) => view.tickets[seat - 1] === 0],
  [/Pickpocket/, (_, can) => can('rob') || can('decline')],
  [/Pointsman/, (_, can) => can('trade') || can('decline')],
  [/Director/, (_, can) => can('token') || can('decline')],
  [/validate an objective/, (_, can) => can('objective')],
];
const CLAIMS = { 'mexican-train': MEXICAN, 'game-of-trains': TRAINS, 'continental-express': EXPRESS };

describe.runIf(file).each(Object.entries(CLAIMS))('%s', (game, claims) => {
  const face = faceOf(game);
  const sent = ALL.filter((one) => one.game === game);
  const asked = sent.filter((one) => one.choices.length);

  test('every question is true', () => {
    for (const one of asked) {
      const text = face.ask(context(one), 'en');
      const can = (what: string) => one.choices.some((choice) => (choice as { do?: string }).do === what);
      for (const [claim, holds] of claims as unknown as Claims<View, string>)
        if (claim.test(text)) expect(holds(one.before, can, one.seat), `${text} ${JSON.stringify(one)}`).toBe(true);
    }
  });

  test('every claim is made at some time', () => {
    const texts = asked.map((one) => face.ask(context(one), 'en'));
    expect(claims.filter(([claim]) => !texts.some((text) => claim.test(text))).map(String)).toEqual([]);
  });

  test.each(LANGUAGES)('there are words for everything: %s', (language) => {
    for (const one of sent) {
      const told = one.events.map((event) => face.tell(event, context(one), language, one.events));
      const said = [
        ...told.filter((text) => text !== null),
        ...one.choices.map((choice) => face.describe(choice, context(one), language)),
        ...(one.choices.length ? [face.ask(context(one), language)] : []),
      ];
      for (const text of said) expect(text, JSON.stringify(one)).not.toMatch(BROKEN);
      expect(said.every(Boolean)).toBe(true);
      expect(told.some(Boolean), `nothing is told of ${JSON.stringify(one.events)}`).toBe(true);
    }
  });

  test('a scene shows the view after its events', () => {
    const scenes = sent.flatMap(
      (one) => face.scenes?.(one.before, one.after, one.events).map((scene) => ({ one, scene })) ?? [],
    );
    expect(scenes.length).toBeGreaterThan(0);
    for (const { one, scene } of scenes) {
      if (one.after.phase !== 'over') continue;
      for (const key of ['trains', 'mexican', 'scores', 'hands', 'validated'])
        expect(scene.view[key], key).toEqual(one.after[key]);
    }
  });
});
