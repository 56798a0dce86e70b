import type { Context, Hono } from 'hono';
import { countedAddress } from '../call/counted-address.ts';
import type { Limits } from '../call/limits.ts';
import { problemResponse } from '../call/problems.ts';
import type { Webhook, WebhookAnswer } from '../call/webhook.ts';
import { mediaTypeOf, readText } from './read-body.ts';
import type { RequestVariables } from './request-variables.ts';

/** Stripe's JSON events contain whole objects. Forms have a few dozen fields, and one with ten thousand takes long to parse. */
const MAX_BODY_BYTES = { 'application/json': 256 * 1024, 'application/x-www-form-urlencoded': 16 * 1024 };

/** Mounts the webhooks, with the rules of every call: bounded bodies, media type, rate limit, 405, no-store. */
export function mountWebhooks(
  app: Hono<{ Variables: RequestVariables }>,
  options: { webhooks: readonly Webhook[]; limits: Limits; publicUrl: string },
): void {
  const { webhooks, limits, publicUrl } = options;
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
    if (mediaTypeOf(raw) !== webhook.mediaType) {
      return problemResponse('UNSUPPORTED_MEDIA_TYPE', { message: `Please send ${webhook.mediaType}.` });
    }
    const limited = await limits.refuse('webhooksByAddress', countedAddress(context.get('address')));
    if (limited) return webhook.pageWhenLimited ? goTo(webhook.pageWhenLimited) : limited;
    const body = await readText(raw, MAX_BODY_BYTES[webhook.mediaType]);
    if (body === undefined) return problemResponse('PAYLOAD_TOO_LARGE');
    return respond(await webhook.handle({ body, headers: raw.headers, search: new URL(raw.url).search }));
  }

  function respond(answer: WebhookAnswer): Response {
    switch (answer.kind) {
      case 'taken':
        return Response.json({ received: true });
      case 'refused':
        return problemResponse('BAD_REQUEST', { message: answer.message });
      case 'forbidden':
        return problemResponse('FORBIDDEN', { message: answer.message });
      case 'go-to':
        return goTo(answer.path);
    }
  }

  function goTo(path: string): Response {
    return new Response(null, { status: 303, headers: { location: new URL(path, publicUrl).href } });
  }
}
