// The analyses of finished games of this device. Whoever asks gets one a little further, so that it stops by itself
// when nobody asks any more, and goes on when somebody does.
import type { Analysed, Analysis } from '../protocol';
import type { Analyst, Work } from './engine';

const PIECE_MS = 250;
const KEPT = 4;

interface Job {
  analyst: Analyst;
  work: Work<Analysis>;
  found: Analysis | null;
}

export interface Clock {
  now(): number;
  /** Lets messages arrive in between. */
  breathe(): Promise<void>;
}

export class Analyses {
  #jobs = new Map<string, Promise<Job>>();

  constructor(readonly clock: Clock) {}

  /** Works on an analysis for a moment, and tells how far it is. */
  async ask(name: string, begin: () => Promise<Analyst>): Promise<Analysed> {
    const job = await this.#job(name, begin);
    const began = this.clock.now();
    try {
      while (!job.found && this.clock.now() - began < PIECE_MS) {
        const { done, value } = job.work.next();
        if (done) job.found = value;
        await this.clock.breathe();
      }
    } catch (error) {
      this.#jobs.delete(name);
      throw error;
    }
    return { done: job.analyst.moments.length, moves: job.analyst.moves.length, analysis: job.found };
  }

  #job(name: string, begin: () => Promise<Analyst>): Promise<Job> {
    const job = this.#jobs.get(name) ?? begin().then((analyst) => ({ analyst, work: analyst.rest(), found: null }));
    this.#jobs.delete(name);
    this.#jobs.set(name, job); // the last asked for is the last forgotten
    job.catch(() => this.#jobs.delete(name));
    for (const old of [...this.#jobs.keys()].slice(0, -KEPT)) this.#jobs.delete(old);
    return job;
  }
}
