// The words of every game, held against what the server really sends: `tests/web/test_words.py` has
// games played and runs this file with what was sent in them.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { en } from '../lib/i18n/en';
import { fr } from '../lib/i18n/fr';
import { pl } from '../lib/i18n/pl';
import { fetchLanguage } from '../lib/i18n/translations';
import { LANGUAGES } from '../lib/settings.svelte';
import { sentence } from '../lib/story.svelte';
import type { GameEvent, Choice, View } from '../lib/view';
import type { Claims } from './claims';
import type { MoveContext } from './contract';
import { faceOf } from './faces';

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

await Promise.all(LANGUAGES.map(fetchLanguage));

const file = process.env.SIDINGS_SENT;
const ALL: Sent[] = file ? (JSON.parse(readFileSync(file, 'utf8')) as Sent[]) : [];
const WORDS = { en, fr, pl };
const NAMES = ['Ania', 'Bruno', 'Wanda', 'Felix'];
const BROKEN = /undefined|\bnull\b|NaN|\[object| {2}/;

const context = ({ before, choices, options, players, seat }: Sent): MoveContext => ({
  view: before,
  choices,
  header: { options, players } as unknown as MoveContext['header'],
  names: NAMES,
  seat,
});

const LESSONS = import.meta.glob<{ lesson?: Record<string, string> }>('./*/words/en.ts', { eager: true, import: 'en' });
const CLAIMS = import.meta.glob<{ CLAIMS: Claims<View, string> }>('./*/claims.ts', { eager: true });

describe.runIf(file).each(Object.entries(CLAIMS))('%s', (path, { CLAIMS: claims }) => {
  const game = path.split('/')[1] ?? '';
  const face = faceOf(game);
  const sent = ALL.filter((one) => one.game === game);
  const asked = sent.filter((one) => one.choices.length);

  test('every question is true', () => {
    for (const one of asked) {
      const text = face.ask(context(one), 'en');
      const can = (what: string) => one.choices.some((choice) => (choice as { do?: string }).do === what);
      for (const [claim, holds] of claims)
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
      for (const name of ['Ann', null])
        expect(sentence(name, told, '', WORDS[language]), JSON.stringify(told)).not.toMatch(/[{|}]/);
      expect(told.some(Boolean), `nothing is told of ${JSON.stringify(one.events)}`).toBe(true);
    }
  });

  test('what others do is marked where it happened', () => {
    // What a seat has put where it stays; the box is where cards go that leave the game.
    const put = (event: GameEvent) => {
      const { seat, card, target } = event as { seat?: number; card?: unknown; target?: string };
      return Boolean(seat && card && target && target !== 'box');
    };
    const unmarked = sent
      .filter((one) => one.seat !== one.mover && one.events.some(put))
      .filter((one) => !one.events.some((event) => face.touched?.(event).length));
    expect(unmarked.map((one) => one.move)).toEqual([]);
  });

  test('every tip of the lesson is asked for at some time', () => {
    const keys = asked.flatMap((one) => face.lesson?.tips(context(one), 'en').map(({ key }) => key) ?? []);
    const { goal: _, ...words } = LESSONS[`./${game}/words/en.ts`]?.lesson ?? {};
    expect(new Set(keys)).toEqual(new Set(Object.keys(words)));
  });

  test.each(LANGUAGES)('a lesson has a word on moves: %s', (language) => {
    const own = sent.filter((one) => one.mover === one.seat);
    const said = own.flatMap(
      (one) => face.lesson?.did(one.events, { ...context(one), view: one.after }, language) ?? [],
    );
    expect(said.length).toBeGreaterThan(own.length / 4);
    for (const text of said) expect(text).not.toMatch(BROKEN);
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
