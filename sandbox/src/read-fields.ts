import type { Context } from 'hono';

export type Fields = ReadonlyMap<string, string>;

/** The fields of a form or a flat JSON object, as text; null counts as absent. */
export async function readFields(c: Context): Promise<Fields> {
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

/** The field's value if it is one of these words. */
export function readWord<Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === fields.get(name));
}

/** Whether the client is a program, which gets data, rather than a browser, which gets a page. */
export function wantsJson(c: Context): boolean {
  const accepts = c.req.header('accept') ?? '';
  return accepts.includes('application/json') || (c.req.header('content-type') ?? '').startsWith('application/json');
}
