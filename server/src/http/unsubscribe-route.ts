import type { Hono } from 'hono';
import { countedAddress } from '../call/counted-address.ts';
import type { Limits } from '../call/limits.ts';
import { problemResponse } from '../call/problems.ts';
import type { RequestVariables } from './request-variables.ts';

/**
 * The one-click address of `List-Unsubscribe` (RFC 8058). Mail services post to it without cookies and from anywhere, so
 * there is no check of the origin: the token in the address is the permission. Its GET is a page.
 */
export function mountUnsubscribe(
  app: Hono<{ Variables: RequestVariables }>,
  options: { unsubscribe: (token: string) => Promise<boolean>; limits: Limits },
): void {
  const { unsubscribe, limits } = options;
  app.post('/unsubscribe', async (context) => {
    const limited = await limits.refuse('webhooksByAddress', countedAddress(context.get('address')));
    if (limited) return limited;
    const isDone = await unsubscribe(context.req.query('token') ?? '');
    if (!isDone) return problemResponse('NOT_FOUND');
    return context.text('You will no longer get these emails.\n', 200, { 'cache-control': 'no-store' });
  });
}
