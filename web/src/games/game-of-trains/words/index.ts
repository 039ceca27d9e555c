import { translated } from '../../../lib/i18n/translations';
import { en, type Words } from './en';

export type { Words };
export const words = translated<Words>('game-of-trains', en);
