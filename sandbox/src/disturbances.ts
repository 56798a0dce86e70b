/**
 * What can happen to a call on its way: `lost-request`, the connection ends before anything was done · `lost-answer`,
 * everything was done and the answer does not arrive · `error-500` and `error-429`, refused before anything was done ·
 * `slow`, answered after `delayMs` (1000).
 */
export interface Disturbance {
  how: 'lost-request' | 'lost-answer' | 'error-500' | 'error-429' | 'slow';
  delayMs?: number;
}

/** A call that the sandbox got, for who decides about disturbing it. */
export interface DisturbableCall {
  method: string;
  path: string;
  body: string;
  idempotencyKey: string | undefined;
}

/** Asked for each call of a provider's API (not for pages and control); undefined lets it pass. */
export type Disturber = (call: DisturbableCall) => Disturbance | undefined;
