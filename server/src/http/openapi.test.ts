import { contract } from '@openhours/contract';
import { describeAccess } from '@openhours/contract/access.ts';
import type { CallMeta } from '@openhours/contract/call.ts';
import { CALENDAR_MEDIA_TYPE } from '@openhours/contract/wire.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { startTestApp } from '../../testing/test-app.ts';
import { proceduresOf } from './contract-calls.ts';
import { mergeEqualPaths } from './merge-equal-paths.ts';

interface Operation {
  readonly 'x-access'?: string;
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema: object }> }
  >;
}

const procedures = proceduresOf(contract);
/** OpenAPI does not allow two paths that differ only in a parameter's name, so they are merged. */
const described = Object.keys(
  mergeEqualPaths(Object.fromEntries(procedures.map((of) => [of['~orpc'].route.path, {}]))),
);
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

const calls = procedures.map(({ '~orpc': { route, meta, errorMap, inputSchema } }) => {
  const path = described.find((other) => shapeOf(other) === shapeOf(String(route.path))) ?? '';
  const inPath = [...String(route.path).matchAll(/\{(\w+)\}/g)].length;
  const input = inputSchema instanceof z.ZodObject ? Object.keys(inputSchema.shape).length : 0;
  return {
    name: `${route.method} ${path}`,
    method: String(route.method).toLowerCase(),
    path,
    meta: meta as CallMeta,
    errorMap,
    hasBody: route.method !== 'GET' && input > inPath,
  };
});

const app = await startTestApp({
  environment: {
    PRODUCT_NAME: 'Riverside <Clinic>',
    EXTERNAL_TOKEN_ISSUER: 'https://identity.example',
    EXTERNAL_TOKEN_AUDIENCE: 'clinic',
  },
});
const answer = await app.client().get('/api/openapi.json');
const document = answer.body;

function operationOf({ path, method }: { path: string; method: string }): Operation {
  return Reflect.get(Object(Reflect.get(Object(document['paths']), path)), method);
}

/** The declared refusals of a call. */
function refusalsOf(errorMap: Readonly<Record<string, object | undefined>>) {
  return Object.entries(errorMap).flatMap(([code, error]) => {
    const { status, message }: { status?: number; message?: string } = error ?? {};
    return status === 409 ? [{ code, message }] : [];
  });
}

/** Every `$ref` anywhere in the document. */
function refsIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : refsIn(value)));
}

/** The schemas of bodies, parameters and headers in a part of the document, each once. */
function schemasIn(part: unknown, found = new Map<string, unknown>()): readonly unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  for (const [key, value] of Object.entries(part)) {
    if (key === 'schema') found.set(JSON.stringify(value), value);
    else schemasIn(value, found);
  }
  return [...found.values()];
}

test('is OpenAPI 3.1 with title, version and server', () => {
  expect(document['openapi']).toMatch(/^3\.1\.\d$/);
  expect(document).toMatchObject({
    info: { title: 'Riverside <Clinic> API', version: 'test', description: expect.stringContaining('GET /jwt') },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', description: expect.any(String) },
        bearer: { type: 'http', scheme: 'bearer', description: expect.any(String) },
      },
    },
  });
});

test('lists the groups of calls', () => {
  const names = (document['tags'] as readonly { name: string }[]).map(({ name }) => name);
  expect(names[0]).toBe('Identity');
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  const used = Object.values(Object(document['paths'])).flatMap((item) =>
    Object.values(Object(item)).flatMap((operation) => Object(operation).tags),
  );
  expect(new Set(used)).toEqual(new Set(names));
});

/** Every call in the document that the identity service answers, or that the contract describes. */
function callsInDocument(which: 'identity' | 'contract') {
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    path.startsWith('/auth/') === (which === 'identity')
      ? Object.keys(Object(item)).map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  );
}

test('has exactly the calls of the contract', () => {
  expect(callsInDocument('contract').toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
});

test('has every open endpoint of the identity service, and no closed one', async () => {
  const described = callsInDocument('identity');
  expect(described).toEqual(
    expect.arrayContaining([
      'POST /auth/sign-in/email',
      'POST /auth/session',
      'DELETE /auth/session',
      'GET /auth/callback/{id}',
      'POST /auth/two-factor/enable',
    ]),
  );
  expect(described).not.toContain('POST /auth/link-social');
  for (const name of described) {
    const [method = '', path = ''] = name.split(' ');
    expect(operationOf({ path, method: method.toLowerCase() }).summary, name).toMatch(/\w+ \w+/);
    const answer = await app.client().request(method, `/api${path.replaceAll(/\{\w+\}/g, 'unknown')}`);
    expect(answer.status, name).not.toBe(404);
  }
});

test('describes the input of an endpoint of the identity service', () => {
  const bodyOf = (path: string) =>
    operationOf({ path, method: 'post' }).requestBody?.content['application/json']?.schema;
  const newPassword = { type: 'string', minLength: 6, maxLength: 128 };
  expect(bodyOf('/auth/change-password')).toMatchObject({
    type: 'object',
    required: ['newPassword', 'currentPassword'],
    properties: { newPassword },
  });
  expect(bodyOf('/auth/sign-up/email')).toMatchObject({ properties: { password: newPassword } });
  expect(bodyOf('/auth/reset-password')).toMatchObject({ properties: { newPassword } });
  // It would be refused with a `callbackURL`.
  const signIn = bodyOf('/auth/sign-in/email');
  expect(signIn).toMatchObject({ required: ['email', 'password'] });
  expect(signIn).not.toHaveProperty('properties.callbackURL');
});

test('the schemas of the identity service are those of OpenAPI 3.1, too', () => {
  // Ajv would accept this keyword of OpenAPI 3.0.
  expect(JSON.stringify(document)).not.toContain('"nullable"');
  const strict = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, logger: false });
  addFormats.default(strict);
  strict.addVocabulary(['components']);
  const ofIdentity = Object.entries(Object(document['paths'])).filter(([path]) => path.startsWith('/auth/'));
  const schemas = schemasIn(ofIdentity);
  expect(schemas.length).toBeGreaterThan(40);
  for (const schema of schemas) {
    expect(() => strict.compile({ ...Object(schema), components: document['components'] })).not.toThrow();
  }
});

test('allows no empty dates and ids, and gives an integer only its own bounds', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('"allowEmptyValue"');
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('every reference resolves', () => {
  for (const ref of new Set(refsIn(document))) {
    const found = ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((at, step) => Reflect.get(Object(at), step), document);
    expect(found, ref).toBeDefined();
  }
});

test('no address could be meant by two of its paths', () => {
  const shapes = Object.keys(Object(document['paths'])).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('no two calls have the same id', () => {
  const ids = calls.map((call) => Reflect.get(operationOf(call), 'operationId'));
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(calls)('$name', (call) => {
  test('has a summary, an access rule and a method', () => {
    const operation = operationOf(call);
    const { access } = call.meta;
    expect(operation.summary).toEqual(expect.any(String));
    expect(operation['x-access']).toBe(describeAccess(access));
    const schemes = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
    const cookieOnly = access.who === 'self' && access.cookieOnly;
    expect(schemes).toEqual(access.who === 'everyone' ? [] : cookieOnly ? ['session'] : ['session', 'bearer']);
  });

  test('describes its input and every parameter of its path', () => {
    const { parameters = [], requestBody } = operationOf(call);
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
    for (const parameter of parameters) expect(parameter.schema).toEqual(expect.any(Object));
    if (!call.hasBody) expect(requestBody).toBeUndefined();
    else {
      const form = call.meta.upload ? 'multipart/form-data' : 'application/json';
      expect(Object.keys(requestBody?.content ?? {})).toEqual([form]);
    }
  });

  test('describes its answer and its failures with their media types', () => {
    const { responses } = operationOf(call);
    const files = { '.csv': 'text/csv', '.ics': CALENDAR_MEDIA_TYPE };
    const [, file = 'application/json'] = Object.entries(files).find(([ending]) => call.path.endsWith(ending)) ?? [];
    const answer = call.meta.stream ? 'text/event-stream' : file;
    expect(responses['200']?.content?.[answer]?.schema).toEqual(expect.any(Object));
    for (const status of ['500', '503']) expect(Object.keys(responses)).toContain(status);
    for (const [status, { description, content = {} }] of Object.entries(responses)) {
      expect(description).toEqual(expect.any(String));
      const refusal = status === '409' ? 'application/json' : 'application/problem+json';
      const form = Number(status) < 400 ? answer : refusal;
      expect(Object.keys(content), status).toEqual([form]);
    }
    const schema = responses['409']?.content?.['application/json']?.schema;
    const alternatives = schema === undefined ? [] : 'oneOf' in schema ? schema.oneOf : [schema];
    expect(alternatives).toMatchObject(
      refusalsOf(call.errorMap).map(({ code, message }) => ({
        required: ['acknowledged', 'code', 'message'],
        properties: {
          acknowledged: { const: false },
          code: { const: code },
          message: { type: 'string', examples: [message] },
        },
      })),
    );
  });
});

test('a refusal is described with all its fields', () => {
  const { responses } = operationOf({ path: '/bookings', method: 'post' });
  expect(responses['409']?.content?.['application/json']?.schema).toMatchObject({
    oneOf: expect.arrayContaining([
      expect.objectContaining({
        properties: expect.objectContaining({ code: { const: 'SLOT_TAKEN' }, nearest: expect.any(Object) }),
      }),
    ]),
  });
});

test('every change accepts an Idempotency-Key, and says in its answer whether it was given before', () => {
  for (const call of calls) {
    const { parameters = [], responses } = operationOf(call);
    const isRepeatable = call.method !== 'get' && !call.meta.upload;
    expect(parameters.map(({ name }) => name).includes('Idempotency-Key'), call.name).toBe(isRepeatable);
    expect('Idempotent-Replayed' in (responses['200']?.headers ?? {}), call.name).toBe(isRepeatable);
  }
});

test('answers that ask to wait have Retry-After', () => {
  const answers = calls.flatMap((call) => Object.entries(operationOf(call).responses));
  const waiting = answers.filter(([status]) => ['429', '503'].includes(status));
  expect(waiting.length).toBeGreaterThan(calls.length);
  for (const [, { headers }] of waiting) expect(headers).toHaveProperty('Retry-After');
});

test('dates are described in their wire format', () => {
  const options = operationOf({ path: '/v2/appointmentOptions', method: 'get' });
  expect(options.parameters).toMatchObject([
    { name: 'date', in: 'query', required: true, schema: { type: 'string', examples: ['Jan 5, 2024'] } },
  ]);
});

describe('the reference page', () => {
  test('shows every call with its access rule, in HTML without scripts', async () => {
    const response = await fetch(`${app.url}/api/reference`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).not.toMatch(/script|unsafe/);
    for (const { method, path } of calls) expect(html).toContain(`${method.toUpperCase()} /api${path}`);
    expect(html).toContain('the person themselves, or an admin');
    expect(html).not.toContain('<script');
    expect(html).toContain('Riverside &lt;Clinic&gt;');
    expect(html).toContain('POST /auth/sign-in/email');
  });

  test('loads its style sheet from our server', async () => {
    const response = await fetch(`${app.url}/api/reference.css`);
    expect(response.headers.get('content-type')).toMatch(/^text\/css/);
  });

  test('is 404 if the settings hide it', async () => {
    await using closed = await startTestApp({ environment: { API_REFERENCE: 'off' } });
    const answers = ['/api/reference', '/api/reference.css', '/api/openapi.json'].map((path) =>
      closed.client().get(path),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
