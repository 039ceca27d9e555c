// Every text in French, as one file to be fetched.
import { fr } from './fr';

const games = import.meta.glob<object>('../../games/*/words/fr.ts', { eager: true, import: 'fr' });
export const texts: Record<string, object> = { page: fr, ...games };
