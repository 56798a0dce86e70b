import type { Hono } from 'hono';
import { problemResponse } from '../call/problems.ts';
import type { Callers } from './callers.ts';
import { refuseAccess } from './refuse-access.ts';
import type { RequestVariables } from './request-variables.ts';

/**
 * No scripts, no requests to others, framed by our pages only. In its own origin, because pictures of ours are for our
 * origin only; without scripts, that gives it nothing.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ');

/** The HTML form of an email with invented facts, for the frame on the admins' page. */
export function mountMailSamples(
  app: Hono<{ Variables: RequestVariables }>,
  { callers, findSample }: { callers: Callers; findSample: (kind: string) => Promise<string | undefined> },
): void {
  app.get('/api/message-texts/:kind/sample', async (context) => {
    const { caller, setCookies } = await callers.find(context.req.raw.headers);
    if (!caller) return problemResponse('UNAUTHORIZED');
    const refusal = refuseAccess({ who: 'admin' }, caller, []);
    if (refusal) return refusal;
    const html = await findSample(context.req.param('kind'));
    if (html === undefined) return problemResponse('NOT_FOUND');
    for (const cookie of setCookies) context.header('set-cookie', cookie, { append: true });
    return context.body(html, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': POLICY,
      'x-frame-options': 'SAMEORIGIN',
    });
  });
}
