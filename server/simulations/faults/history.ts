import type { Kind } from './kinds.ts';

/** The state of a thing that must no longer exist. */
export const GONE = 'gone';

/** What a client asked for, and what it was told. It is all that the checker knows besides the database. */
export interface Acknowledged {
  readonly what: Kind;
  /** The id of what was made or changed; of a person, the name. */
  readonly id: string;
  /** The state in which it must be from now on, until another change is acknowledged; see `kinds.ts`. */
  readonly as?: string | undefined;
}

export interface History {
  readonly acknowledged: readonly Acknowledged[];
  /** The hosted pages that patients opened, and the booking of each. */
  readonly pages: ReadonlyMap<string, string>;
  /** What was wrong already in the answers: a refusal of what was possible, two answers for one key, an error 500. */
  readonly complaints: readonly string[];
  /** How many requests had no answer, or 503, and were repeated. */
  readonly repeated: number;
}

export interface Recorder extends History {
  readonly pages: Map<string, string>;
  acknowledge(entry: Acknowledged): void;
  complain(about: string): void;
  repeat(): void;
}

export function startHistory(): Recorder {
  const acknowledged: Acknowledged[] = [];
  const complaints: string[] = [];
  let repeated = 0;
  return {
    acknowledged,
    pages: new Map(),
    complaints,
    get repeated() {
      return repeated;
    },
    acknowledge: (entry) => void acknowledged.push(entry),
    complain: (about) => void complaints.push(about),
    repeat: () => void (repeated += 1),
  };
}
