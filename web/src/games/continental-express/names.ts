// Short names for what the generated types tell.
import { CHARACTERS, type Choice, type COLOURS, type Event, type LINES, type Points, type View } from './types';

export type Colour = (typeof COLOURS)[number];
export type Line = (typeof LINES)[number];
export type Character = (typeof CHARACTERS)[number];
export type ContractName = Exclude<View['contracts'][number], '?' | null>;
export type Need = View['goals'][number]['needs'][number];
export type Part = Exclude<keyof Points, 'all'>;

export const COLUMNS = [1, 2, 3] as const;
export const PARTS = ['objectives', 'contract', 'tickets'] as const satisfies Part[];

export const isCharacter = (card: string): card is Character => (CHARACTERS as readonly string[]).includes(card);

// The page hands everything on as it was sent; these say what it is in this game.
export const viewIn = (from: { view: object }): View => from.view as unknown as View;
export const choicesIn = (from: { choices: object[] }): Choice[] => from.choices as unknown as Choice[];
export const eventsIn = (from: { events: object[] }): Event[] => from.events as unknown as Event[];
