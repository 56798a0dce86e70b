import type { Hono } from 'hono';
import { problemResponse } from '../call/problems.ts';
import type { Readiness } from './readiness.ts';
import type { RequestVariables } from './request-variables.ts';

/** What monitors and scanners ask for. A page would tell them that all is well. */
const OTHER_PROBES = [
  '/health',
  '/healthz',
  '/healthcheck',
  '/health/*',
  '/_health',
  '/ping',
  '/status',
  '/live',
  '/liveness',
  '/ready',
  '/readiness',
  '/metrics',
  '/actuator/*',
  '/server-status',
];

const OURS = new Set(['/livez', '/readyz', '/metrics']);

/** Whether monitors request this path: they do so every few seconds, and a 503 is not an error of ours. */
export function isProbe(path: string): boolean {
  return OURS.has(path);
}

/** `/livez`: the process runs. `/readyz`: it should get requests: its database answers, and it is not stopping. */
export function mountHealth(app: Hono<{ Variables: RequestVariables }>, { readiness }: { readiness: Readiness }): void {
  const headers = { 'cache-control': 'no-store' };
  app.get('/livez', (context) => context.json({ status: 'alive' }, 200, headers));
  app.get('/readyz', async (context) => {
    const whyNot = await readiness.whyNot();
    return whyNot === undefined
      ? context.json({ status: 'ready' }, 200, headers)
      : context.json({ status: whyNot }, 503, headers);
  });
}

/** Answers probes that we do not have with 404. Mount it after those that we have. */
export function refuseOtherProbes(app: Hono<{ Variables: RequestVariables }>): void {
  for (const path of OTHER_PROBES) app.all(path, () => problemResponse('NOT_FOUND'));
}
