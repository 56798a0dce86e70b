import type { OpenAPI } from '@orpc/openapi';
import * as fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

/** A request as it is sent: the path with its query, and the body as text. */
export interface FuzzedRequest {
  /** Method and path of the document. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values that exist, by the names that properties and parameters have: unknown ones are refused before the work begins. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

type Values = fc.Arbitrary<unknown>;

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u0000\ufeff',
  "' or 1=1 --",
  '%',
  '_%_',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '9'.repeat(40),
  'Feb 30, 2024',
  'Jan 1, 0001',
  'Dec 31, 9999',
  '2024-02-30',
  '+275760-09-13',
  '25:61',
  'x'.repeat(5_000),
  'é'.repeat(1_000),
  '👩‍⚕️'.repeat(50),
  'a@b',
  `${'a'.repeat(300)}@example.org`,
];
const NUMBERS: readonly number[] = [0, -1, 0.5, 1e-9, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, -1e308];
const DATES: readonly string[] = [
  'Jan 5, 2030',
  'Feb 29, 2028',
  '2030-01-05',
  '2028-02-29',
  '2030-01-05T09:00:00.000Z',
];

const hostile: Values = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...NUMBERS, null, true, [], {}, [[]], [null], { __proto__: null, toString: 1 }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * Requests to one call of the document. Most fit its description, so that they get far; in the others, one or more values
 * are of the wrong type or hostile, fields are missing or too many, or the body is not what it says.
 */
export function requestsTo(options: {
  readonly document: OpenAPI.Document;
  readonly path: string;
  readonly method: string;
  readonly operation: OpenAPI.OperationObject;
  readonly known: Known;
}): fc.Arbitrary<FuzzedRequest> {
  const { document, path, method, operation, known } = options;
  const valueOf = (schema: Schema | undefined, name: string): Values =>
    valuesOf(schema ?? {}, { document, known, name });
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter
      ? [{ ...parameter, values: valueOf(parameter.schema as Schema | undefined, parameter.name) }]
      : [],
  );
  const taken = (place: string, often: number) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, values, required }) => [
            name,
            required === true ? values : fc.option(values, { nil: undefined, freq: often }),
          ]),
      ),
    );
  const content = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {};
  const json = content['application/json'];
  const body = json
    ? fc.oneof(
        { weight: 12, arbitrary: valueOf(json.schema as Schema | undefined, '').map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
        { weight: 1, arbitrary: fc.constantFrom('{', '[', '{"a":', '"\\ud800"', '['.repeat(2_000), '') },
      )
    : fc.constantFrom(undefined, undefined, undefined, '{}', '[1]');
  const mediaType = fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'multipart/form-data', 'application/json; charset=utf-16', ''),
    },
  );
  return fc
    .record({
      inPath: taken('path', 1),
      query: taken('query', 2),
      body,
      mediaType,
      key: fc.option(fc.oneof(fc.constantFrom('one', 'two'), fc.string({ maxLength: 220 })), {
        freq: 8,
        nil: undefined,
      }),
    })
    .map(({ inPath, query, body: text, mediaType: type, key }) => ({
      call: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(inPath[name]))}${queryOf(query)}`,
      headers: {
        ...(text === undefined || type === '' ? {} : { 'content-type': type }),
        ...(key !== undefined && method !== 'get' && /^[\x21-\x7e]+$/.test(key) ? { 'idempotency-key': key } : {}),
      },
      body: method === 'get' ? undefined : text,
    }));
}

interface Around {
  readonly document: OpenAPI.Document;
  readonly known: Known;
  readonly name: string;
}

/** What the schema accepts, and sometimes what it does not. */
function valuesOf(schema: Schema, around: Around): Values {
  return fc.oneof(
    { weight: 24, arbitrary: fittingOf(schema, around) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: fc.constantFrom(...TEXTS) },
  );
}

function fittingOf(schema: Schema, around: Around): Values {
  const { document, known, name } = around;
  const existing = known[name];
  if (existing && existing.length > 0 && schema.const === undefined && !schema.enum)
    return fc.constantFrom(...existing);
  if (schema.$ref !== undefined) return fittingOf(resolved(document, schema.$ref), around);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((one) => fittingOf(one, around)));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((one) => fittingOf(one, around))).map((all) => Object.assign({}, ...all));
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'object') return objectOf(schema, around);
  if (type === 'array') {
    return fc.array(valuesOf(schema.items ?? {}, { ...around, name: '' }), {
      maxLength: Math.min(schema.maxItems ?? 4, 8),
    });
  }
  if (type === 'integer') {
    const { minimum = -3, maximum = 2_000 } = schema;
    return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
  }
  if (type === 'number')
    return fc.oneof(fc.integer({ min: 0, max: 500 }), fc.double({ noNaN: true, min: 0, max: 1e6 }));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (schema.examples && schema.examples.length > 0) return fc.constantFrom(...schema.examples);
  return type === 'string' ? textOf(schema, name) : hostile;
}

function objectOf({ properties = {}, required = [] }: Schema, around: Around): Values {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, of]) => [key, valuesOf(of, { ...around, name: key })]),
  );
  const whole = fc.record(fields, { requiredKeys: Object.keys(fields).filter((key) => required.includes(key)) });
  return fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }))
        .map(([a, b]) => ({ ...b, ...a })),
    },
  );
}

function textOf({ format, minLength = 0, maxLength = 60 }: Schema, name: string): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 7 });
  if (format === 'email') return fc.emailAddress();
  if (format === 'date') return fc.constantFrom('2030-01-05', '2028-02-29');
  if (/date|^from$|^to$|day$/i.test(name)) return fc.constantFrom(...DATES);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 80)), unit: 'grapheme' });
}

function resolved(document: OpenAPI.Document, ref: string): Schema {
  const found = ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, step) => Reflect.get(Object(at), step), document);
  return Object(found);
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  // '.' and '..' as a whole segment would be another path.
  return encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%2E') || '%20';
}
