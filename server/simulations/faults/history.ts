/** What a client asked for, and what it was told. It is all that the checker knows besides the database. */
export interface Acknowledged {
  readonly what:
    | 'book'
    | 'move'
    | 'cancel'
    | 'hold'
    | 'message'
    | 'dependant'
    | 'sign-up'
    | 'payment'
    | 'refund'
    | 'wait'
    | 'leave';
  /** The id of what was made or changed; for a sign-up, the address. */
  readonly id: string;
  /** For bookings and moves: where the appointment must be now. */
  readonly day?: string;
  readonly startMinute?: number;
}

export interface History {
  readonly acknowledged: readonly Acknowledged[];
  /** The hosted pages that patients opened, and the booking of each. */
  readonly pages: ReadonlyMap<string, string>;
  /** The reasons that the admin gave for refunds, each given once, and the refund of each. */
  readonly reasons: ReadonlyMap<string, string>;
  /** What was wrong already in the answers: a refusal of what was possible, two answers for one key, an error 500. */
  readonly complaints: readonly string[];
  /** How many requests had no answer, or 503, and were repeated. */
  readonly repeated: number;
}

export interface Recorder extends History {
  readonly pages: Map<string, string>;
  readonly reasons: Map<string, string>;
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
    reasons: new Map(),
    complaints,
    get repeated() {
      return repeated;
    },
    acknowledge: (entry) => void acknowledged.push(entry),
    complain: (about) => void complaints.push(about),
    repeat: () => void (repeated += 1),
  };
}
