// Every text in Polish, as one file to be fetched.
import { pl } from './pl';

const games = import.meta.glob<object>('../../games/*/words/pl.ts', { eager: true, import: 'pl' });
export const texts: Record<string, object> = { page: pl, ...games };
