// The games of the page: one line for each.
import { continentalExpress } from './continental-express';
import type { GameFace } from './contract';
import { gameOfTrains } from './game-of-trains';
import { mexicanTrain } from './mexican-train';

export const FACES: GameFace[] = [mexicanTrain, gameOfTrains, continentalExpress];

export const game = (name: string): GameFace | undefined => FACES.find((face) => face.name === name);
