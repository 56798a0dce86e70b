/** A request's `Idempotency-Key`, and what it belongs to. */
export interface RequestKey {
  /** A person's id, or `anonymous:` and the address. */
  readonly caller: string;
  /** Method and path. */
  readonly call: string;
  readonly key: string;
  /** HMAC of the body, to distinguish a repetition from another request with the same key. */
  readonly requestHash: string;
}
