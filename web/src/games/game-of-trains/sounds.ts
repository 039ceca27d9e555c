import type { SoundName } from '../../lib/sounds';
import type { Event } from './types';

export const sounds: Partial<Record<Event['do'], SoundName>> = {
  placed: 'coupling', // a wagon in a train
  moved: 'coupling',
  removed: 'coupling',
  laid: 'card', // into the row
  used: 'card',
  protected: 'card',
  drew: 'draw',
  redrew: 'draw',
  won: 'win',
};
