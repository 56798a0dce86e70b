import type { Context } from 'hono';

/** The fields of a form or of a flat JSON object, as text; null and absent are the same. */
export async function readFields(c: Context): Promise<ReadonlyMap<string, string>> {
  const body = await c.req.text();
  if (!c.req.header('content-type')?.startsWith('application/json')) return new Map(new URLSearchParams(body));
  const parsed: unknown = JSON.parse(body || '{}');
  if (typeof parsed !== 'object' || parsed === null) return new Map();
  return new Map(
    Object.entries(parsed).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
    ),
  );
}

/** Whether a program asks, which wants data, rather than a person's browser, which wants a page. */
export function wantsJson(c: Context): boolean {
  const accepts = c.req.header('accept') ?? '';
  return accepts.includes('application/json') || (c.req.header('content-type') ?? '').startsWith('application/json');
}
