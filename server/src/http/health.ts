import type { Hono } from 'hono';
import type pg from 'pg';
import type { RequestVariables } from './request-log.ts';

/** `/healthz`: the process is running. `/readyz`: it can serve requests, that is, its database answers. */
export function mountHealth(app: Hono<{ Variables: RequestVariables }>, { pool }: { pool: pg.Pool }): void {
  const answer = (status: string) => ({ status });
  app.get('/healthz', (context) => context.json(answer('alive'), 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (context) => {
    try {
      await pool.query('select 1');
      return context.json(answer('ready'), 200, { 'cache-control': 'no-store' });
    } catch {
      return context.json(answer('the database does not answer'), 503, { 'cache-control': 'no-store' });
    }
  });
}
