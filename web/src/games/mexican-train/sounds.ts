import type { SoundName } from '../../lib/sounds';
import type { Event } from './types';

export const sounds: Partial<Record<Event['do'], SoundName>> = {
  laid: 'domino',
  started: 'domino',
  drew: 'draw',
  dealt: 'draw',
  marked: 'card',
  unmarked: 'card',
  won: 'win',
};
