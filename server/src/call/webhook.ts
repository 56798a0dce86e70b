/**
 * An address to which other sites post: providers, and browsers sent back by a provider. There is no session, so the
 * origin check does not apply; each webhook has its own proof. What the body says is not trusted: it only makes us ask
 * the provider.
 */
export interface Webhook {
  /** Under /api/webhooks. */
  readonly path: string;
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded';
  /** Where a browser is redirected if a limit refuses its request. If unset, it gets the refusal. */
  readonly pageWhenLimited?: string;
  /** `search`: the query of the address as it was requested, '?message=…' or ''. */
  handle(request: { body: string; headers: Headers; search: string }): Promise<WebhookAnswer>;
}

export type WebhookAnswer =
  | { readonly kind: 'taken' }
  /** The proof is missing or wrong, or it is about something that is not ours. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The same for a provider that expects 403. */
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'go-to'; readonly path: string };
