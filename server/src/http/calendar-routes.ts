import { createHash } from 'node:crypto';
import { CALENDAR_MEDIA_TYPE } from '@openhours/contract/wire.ts';
import type { Hono } from 'hono';
import { countedAddress } from '../call/counted-address.ts';
import type { Limits } from '../call/limits.ts';
import { problemResponse } from '../call/problems.ts';
import { FEEDS_PATH } from '../features/calendar/index.ts';
import { hasAnswer } from './if-none-match.ts';
import type { RequestVariables } from './request-variables.ts';

/**
 * Serves calendar feeds to programs without a session: the address is the key. Programs ask every few minutes or hours,
 * and get 304 if nothing has changed.
 */
export function mountCalendars(
  app: Hono<{ Variables: RequestVariables }>,
  {
    idOf,
    read,
    limits,
  }: {
    idOf: (file: string) => string | undefined;
    read: (id: string) => Promise<string | undefined>;
    limits: Limits;
  },
): void {
  app.get(`${FEEDS_PATH}:file`, async (context) => {
    const refused = await limits.refuse('calendarsByAddress', countedAddress(context.get('address')));
    if (refused) return refused;
    const id = idOf(context.req.param('file'));
    if (id === undefined) return problemResponse('NOT_FOUND');
    const refusedHere = await limits.refuse('readsByCalendar', id);
    if (refusedHere) return refusedHere;
    const text = await read(id);
    if (text === undefined) return problemResponse('NOT_FOUND');
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    const headers = { etag, 'cache-control': 'private, no-cache' };
    if (hasAnswer(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
    return context.body(text, 200, { ...headers, 'content-type': CALENDAR_MEDIA_TYPE });
  });
  app.get(`${FEEDS_PATH}*`, () => problemResponse('NOT_FOUND'));
  app.all(`${FEEDS_PATH}*`, () => problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } }));
}
