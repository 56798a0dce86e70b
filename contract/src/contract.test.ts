import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type CallMeta, call } from './call.ts';
import { contract } from './index.ts';
import { COMMON_PROBLEMS, commonProblem } from './problem.ts';
import { EmailInput, MAX_INTEGER, MediumDateInput } from './wire.ts';

function proceduresOf(part: unknown): readonly AnyContractProcedure[] {
  if (isContractProcedure(part)) return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(proceduresOf) : [];
}

/** The kinds of schema that change a value. */
const CHANGES_VALUES = new Set(['pipe', 'transform', 'codec', 'default', 'prefault', 'catch']);

/** The paths at which a schema changes values. */
function changesIn(schema: unknown, path = 'output', seen = new Set<unknown>()): readonly string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  if (!(schema instanceof z.core.$ZodType)) {
    return Object.entries(schema).flatMap(([key, part]) => changesIn(part, `${path}.${key}`, seen));
  }
  const { def } = schema._zod;
  const rewrites = (def.checks ?? []).some((check) => check._zod.def.check === 'overwrite');
  const coerces = 'coerce' in def && def.coerce === true;
  const here = CHANGES_VALUES.has(def.type) || rewrites || coerces ? [`${path} (${def.type})`] : [];
  return [...here, ...Object.entries(def).flatMap(([key, part]) => changesIn(part, `${path}.${key}`, seen))];
}

interface Failure {
  readonly code: string;
  readonly status?: number;
  readonly message?: string;
  readonly data?: unknown;
}

const named = proceduresOf(contract).map((procedure) => {
  const { route, meta, inputSchema, outputSchema, errorMap } = procedure['~orpc'];
  const errors = Object.entries(errorMap).map(([code, error]): Failure => Object.assign({ code }, error));
  return { name: `${route.method} ${route.path}`, route, meta, inputSchema, outputSchema, errors };
});

describe.each(named)('$name', ({ route, meta, inputSchema, outputSchema, errors }) => {
  test('has a method, path, summary, tag, access rule and answer', () => {
    expect(route).toMatchObject({
      method: expect.stringMatching(/^(GET|POST|PUT|DELETE)$/),
      path: expect.stringMatching(/^\/[A-Za-z0-9/{}-]+(\.(csv|ics))?$/),
      summary: expect.any(String),
      tags: [expect.any(String)],
    });
    expect(meta).toMatchObject({
      access: {
        who: expect.stringMatching(/^(everyone|signed-in|self|doctor-or-admin|front-desk-or-admin|staff|admin)$/),
      },
    });
    if ((meta as CallMeta).stream) expect(outputSchema).toHaveProperty(['~standard', 'validate']);
    else expect(outputSchema).toBeInstanceOf(z.core.$ZodType);
  });

  test('has no codec, transformation or default in its output', () => {
    expect(changesIn(outputSchema)).toEqual([]);
    for (const { code, data } of errors) expect(changesIn(data, code)).toEqual([]);
  });

  test('has named fields as its input, and plain values in a query', () => {
    if (!(inputSchema instanceof z.ZodType) || (meta as CallMeta).stream) return;
    const { type, properties = {} } = z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' });
    expect(type).toBe('object');
    if (route.method !== 'GET') return;
    for (const of of Object.values(properties))
      expect(of).toMatchObject({ type: expect.stringMatching(/^(?:string|number|integer|boolean)$/) });
  });

  test('takes an id in its path that is none for one that nothing has', () => {
    const ids = [...String(route.path).matchAll(/\{(id|\w+Id)\}/g)].map(([, name = '']) => name);
    if (!(inputSchema instanceof z.ZodObject)) return expect(ids).toEqual([]);
    for (const name of ids) {
      const field = inputSchema.shape[name];
      for (const text of ['', 'nothing', "1' or '1'='1", '{01890000-0000-7000-8000-000000000000}'])
        expect(z.parse(field, text), text).toBe('00000000-0000-0000-0000-000000000000');
      expect(z.parse(field, '01890000-0000-7000-8000-000000000000')).toBe('01890000-0000-7000-8000-000000000000');
    }
  });

  test('accepts no whole number that the database cannot hold', () => {
    if (!(inputSchema instanceof z.ZodType)) return;
    const { properties = {} } = z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' });
    const integers = Object.values(properties).filter((of) => typeof of === 'object' && of.type === 'integer');
    for (const of of integers) expect(of).toMatchObject({ maximum: expect.toSatisfy((n: number) => n <= MAX_INTEGER) });
  });

  test('declares a fitting status and a message for each failure', () => {
    for (const { status, message } of errors) {
      expect((meta as CallMeta).upload ? [404, 409, 413, 415, 422, 429, 503] : [403, 404, 409, 429]).toContain(status);
      expect(message).toMatch(/^[A-Z].*\.$/);
    }
  });
});

test('no two calls share a method and a path', () => {
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
});

test('a call without an access rule requires a signed-in caller', () => {
  expect(call['~orpc'].meta).toEqual({ access: { who: 'signed-in' } });
});

test.each([
  ['a codec', z.object({ days: z.array(z.object({ date: MediumDateInput })) })],
  ['a transformation', z.object({ name: z.string().transform((name) => name.length) })],
  ['a pipe within a union', z.union([z.null(), z.object({ email: EmailInput })])],
  ['a trim', z.object({ name: z.string().trim() })],
  ['a coercion', z.tuple([z.coerce.number()])],
  ['a default', z.record(z.string(), z.string().default(''))],
  ['one that is optional', z.object({ at: z.string().transform(Number).optional() })],
])('the test finds %s in an answer', (_what, planted) => {
  expect(changesIn(planted)).not.toEqual([]);
});

test('an email address is trimmed, lower-cased and limited to what SMTP allows', () => {
  expect(EmailInput.parse('  Ada@Example.ORG ')).toBe('ada@example.org');
  for (const wrong of ['', 'ada', 'ada@', '@example.org', 'a b@example.org', `${'x'.repeat(250)}@example.org`]) {
    expect(EmailInput.safeParse(wrong).success, wrong).toBe(false);
  }
});

describe('a common problem', () => {
  test.each(Object.entries(COMMON_PROBLEMS))(
    '%s has a status, a title and a message',
    (code, { status, title, message }) => {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(commonProblem(code as keyof typeof COMMON_PROBLEMS)).toEqual({
        type: 'about:blank',
        title,
        status,
        code,
        message,
      });
    },
  );

  test('includes details that are known and omits the others', () => {
    expect(commonProblem('BAD_REQUEST', { message: 'No.', requestId: undefined, issues: [] })).toEqual({
      type: 'about:blank',
      title: 'Bad request',
      status: 400,
      code: 'BAD_REQUEST',
      message: 'No.',
      issues: [],
    });
  });
});
