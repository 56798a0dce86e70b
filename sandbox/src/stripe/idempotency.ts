import { StripeFailure } from './failure.ts';

interface StoredAnswer {
  status: number;
  body: string;
  requestId: string;
}

export interface RememberedAnswer extends StoredAnswer {
  path: string;
  parameters: string;
}

/** The stored answer of each key: the same request gets the same answer, a different request is refused. */
interface IdempotencyKeys {
  find(key: string, request: { path: string; parameters: string }): StoredAnswer | undefined;
  remember(key: string, answer: RememberedAnswer): void;
}

export function createIdempotencyKeys(answers: Map<string, RememberedAnswer>): IdempotencyKeys {
  return {
    find: (key, { path, parameters }) => {
      if (key.length > 255) throw refusal('Idempotency keys have at most 255 characters.');
      const known = answers.get(key);
      if (!known) return undefined;
      if (known.path !== path) {
        throw refusal(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${known.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      }
      if (known.parameters !== parameters) {
        throw refusal(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      }
      return known;
    },
    remember: (key, answer) => {
      answers.set(key, answer);
    },
  };
}

function refusal(message: string): StripeFailure {
  return new StripeFailure(400, { type: 'idempotency_error', message }, false);
}
