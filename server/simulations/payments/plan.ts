import { chanceOf } from '../../testing/random.ts';

/** Where the server may be killed: work done by then stays, work after it does not happen. */
const KILL_POINTS = [
  'before-prepare',
  'after-prepare',
  'after-find',
  'inside-settle',
  'after-settle',
  'after-open-page',
  'before-refund',
  'after-refund',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** What one patient does, and what goes wrong. Determined by the seed and the payment's number. */
export interface Plan {
  readonly number: number;
  readonly faulty: boolean;
  readonly how: 'card' | 'hosted' | 'both';
  /** The first try is declined, or fails on the hosted page. */
  readonly declinedFirst: boolean;
  readonly card: 'good' | 'processing';
  readonly processingEnds: 'succeeded' | 'failed';
  readonly risky: boolean;
  readonly approves: boolean;
  /** How often each request is sent in parallel. */
  readonly copies: 1 | 2 | 3;
  readonly sameKey: boolean;
  readonly kill: KillPoint | undefined;
  readonly lostAnswers: 'prepare' | 'refund' | 'ask' | undefined;
  /** The browser is closed after confirming. */
  readonly clientGone: boolean;
  readonly cancels: 'before-reported' | 'after-paid' | undefined;
  /** Someone changed the amount at the provider. */
  readonly wrongAmount: boolean;
  readonly adminRefunds: 'whole' | 'part' | undefined;
  /** Reports a success that has not happened to the clinic. */
  readonly lies: boolean;
}

export function planOf(seed: string, number: number): Plan {
  const chance = chanceOf(`${seed}/${number}`);
  const faulty = chance.is(1 / 3);
  const on = (probability: number) => faulty && chance.is(probability);
  return {
    number,
    faulty,
    how: chance.pick(faulty ? ['card', 'card', 'hosted', 'both', 'both'] : ['card', 'card', 'card', 'hosted']),
    declinedFirst: chance.is(0.1),
    card: on(0.15) ? 'processing' : 'good',
    processingEnds: chance.pick(['succeeded', 'failed']),
    risky: chance.is(0.2),
    approves: chance.is(0.5),
    copies: on(0.4) ? chance.pick([2, 3]) : 1,
    sameKey: chance.is(0.5),
    kill: on(0.4) ? chance.pick(KILL_POINTS) : undefined,
    lostAnswers: on(0.35) ? chance.pick(['prepare', 'refund', 'ask']) : undefined,
    clientGone: on(0.35),
    cancels: on(0.25) ? chance.pick(['before-reported', 'after-paid']) : undefined,
    wrongAmount: on(0.08),
    adminRefunds: on(0.15) ? chance.pick(['whole', 'part']) : undefined,
    lies: on(0.2),
  };
}
