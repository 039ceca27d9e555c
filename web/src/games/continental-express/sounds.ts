import type { SoundName } from '../../lib/sounds';
import type { Event } from './types';

export const sounds: Partial<Record<Event['do'], SoundName>> = {
  chose: 'card',
  took: 'card',
  robbed: 'card',
  traded: 'card',
  granted: 'card',
  revealed: 'draw',
  drew: 'draw',
  validated: 'coupling',
  fire: 'coupling',
  derailment: 'coupling',
  over: 'win',
};
