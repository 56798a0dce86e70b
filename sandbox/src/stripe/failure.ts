import type { ErrorBody } from './objects.ts';

/** A refusal with Stripe's message; `api.ts` turns it into the answer. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** False if the request was refused before execution: an idempotency key does not store such an answer. */
  readonly executed: boolean;

  constructor(status: number, body: ErrorBody, executed = true) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.executed = executed;
  }
}

/** An invalid parameter. */
export function badParameter(message: string, details: Omit<ErrorBody, 'type' | 'message'>): StripeFailure {
  return new StripeFailure(400, { ...withDocument(details), type: 'invalid_request_error', message }, false);
}

export function missing(param: string): StripeFailure {
  return badParameter(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function noSuch(kind: string, id: string, param = 'id'): StripeFailure {
  const body: ErrorBody = {
    ...withDocument({ code: 'resource_missing', param }),
    type: 'invalid_request_error',
    message: `No such ${kind}: '${id}'`,
  };
  return new StripeFailure(404, body, false);
}

/** A valid request that the current state does not allow. */
export function notNow(message: string, details: Omit<ErrorBody, 'type' | 'message'> = {}): StripeFailure {
  return new StripeFailure(400, { ...withDocument(details), type: 'invalid_request_error', message });
}

function withDocument<Details extends { code?: string }>(details: Details): Details & { doc_url?: string } {
  if (details.code === undefined) return details;
  return { ...details, doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}` };
}
