import type { Context, Hono } from 'hono';
import { clientAddress } from './client-address.ts';
import type { Limits } from './limits.ts';
import { isPassingFailure, problemResponse } from './problems.ts';
import { readBody } from './read-body.ts';
import type { RequestVariables } from './request-log.ts';

const MAX_BODY_BYTES = 256 * 1024;

/**
 * An address that others post to: providers, and browsers that a provider sends back. They come from another site and
 * bring no session, so the origin check is not for them; each has a proof of its own instead, and none acts on what a
 * body says: it is a reason to ask the provider.
 */
export interface Webhook {
  /** Under /api/webhooks. */
  readonly path: string;
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded';
  handle(request: { body: string; headers: Headers }): Promise<WebhookAnswer>;
}

export type WebhookAnswer =
  | { readonly kind: 'taken' }
  /** The proof is missing or wrong, or it is about nothing of ours. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'go-to'; readonly path: string };

/** Mounts them all, with what every call has too: bounded bodies, a media type, a limit, 405, no-store. */
export function mountWebhooks(
  app: Hono<{ Variables: RequestVariables }>,
  options: { webhooks: readonly Webhook[]; limits: Limits; trustedProxies: number; publicUrl: string },
): void {
  const { webhooks, limits, trustedProxies, publicUrl } = options;
  for (const webhook of webhooks) {
    const address = `/api/webhooks${webhook.path}`;
    app.post(address, async (context) => {
      const answer = await admitted(context, webhook);
      answer.headers.set('cache-control', 'no-store');
      return answer;
    });
    app.all(address, () => problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: 'POST' } }));
  }

  async function admitted(context: Context<{ Variables: RequestVariables }>, webhook: Webhook): Promise<Response> {
    const { raw } = context.req;
    const mediaType = raw.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== webhook.mediaType) {
      return problemResponse('UNSUPPORTED_MEDIA_TYPE', { message: `Please send ${webhook.mediaType}.` });
    }
    const limited = await limits.refuse('webhooksByAddress', clientAddress(context, trustedProxies));
    if (limited) return limited;
    const body = await readBody(raw, MAX_BODY_BYTES);
    if (body === undefined) return problemResponse('PAYLOAD_TOO_LARGE');
    try {
      return respond(await webhook.handle({ body, headers: raw.headers }));
    } catch (error) {
      const requestId = context.get('requestId');
      context.get('log').error({ err: error }, 'a webhook failed');
      return problemResponse(isPassingFailure(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', { requestId });
    }
  }

  function respond(answer: WebhookAnswer): Response {
    switch (answer.kind) {
      case 'taken':
        return Response.json({ received: true });
      case 'refused':
        return problemResponse('BAD_REQUEST', { message: answer.message });
      case 'go-to':
        return new Response(null, { status: 303, headers: { location: new URL(answer.path, publicUrl).href } });
    }
  }
}
