import { contract } from '@openhours/contract';
import type { CallMeta } from '@openhours/contract/call.ts';
import { MAX_INTEGER } from '@openhours/contract/wire.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { proceduresOf } from '../src/http/contract-calls.ts';
import { personWith } from '../testing/admins.ts';
import { conversationOn, doctorWithPost, say } from '../testing/conversations.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestAnswer } from '../testing/test-client.ts';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
}

type Input = Readonly<Record<string, unknown>>;

/** For each field, what PostgreSQL cannot store: `fuzz.test.ts` tries many more values, but not each for each field. */
const HOSTILE_TEXTS = ['a\0b', '\ud800', 'x'.repeat(300)];
const HOSTILE_NUMBERS = [MAX_INTEGER + 1, -1e308];

const OTHERS = { bookingId: '01890000-0000-7000-8000-000000000000', password: 'Correct1!' };

const calls = proceduresOf(contract)
  .filter(({ '~orpc': { meta } }) => !(meta as CallMeta).stream && !(meta as CallMeta).upload)
  .map(({ '~orpc': { route, inputSchema } }) => ({
    method: String(route.method),
    path: String(route.path),
    name: `${route.method} ${route.path}`,
    input: inputSchema instanceof z.ZodType ? schemaOf(inputSchema) : { type: 'object' },
  }));

function schemaOf(input: z.ZodType): Schema {
  // The JSON Schema type is wider than what zod generates.
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
}

const app = await startTestApp();
const caller = await personWith(app, {
  isAdmin: true,
  isDoctor: true,
  email: 'caller@example.org',
  name: 'Cal Caller',
});
const { doctor, postId } = await doctorWithPost(app);
const { _id: conversationId } = await conversationOn(caller, postId);
const said = await say(doctor, conversationId, 'Hello.');
const { _id: messageId } = said.body['conversationMessage'] as { _id: string };
const { email, id } = caller;
/** Existing ids, by their names in the contract: with unknown ids, a refusal would hide what follows. */
const known: Readonly<Record<string, string>> = {
  id,
  email,
  senderEmail: email,
  userEmail: email,
  postId,
  conversationId,
  messageId,
  ...OTHERS,
};

/** A value that the schema would accept. */
function sample(schema: Schema, name: string): unknown {
  const fixed = known[name];
  if (fixed !== undefined) return fixed;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0], name);
  if (schema.type === 'object') {
    // Optional fields are left out: a refusal of one would hide the others.
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(required.map((key) => [key, sample(properties[key] ?? {}, key)]));
  }
  if (schema.type === 'array') return schema.items ? [sample(schema.items, name)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  return /date/i.test(name) || name === 'from' || name === 'to' ? 'Jan 5, 2030' : 'text';
}

/** The input with one value at a time made hostile. */
function hostileInputs(schema: Schema): readonly { label: string; input: Input }[] {
  const fine = sample(schema, '') as Input;
  return Object.entries(schema.properties ?? {}).flatMap(([key, of]) => {
    const numeric = of.type === 'integer' || of.type === 'number';
    const values: readonly unknown[] = numeric ? HOSTILE_NUMBERS : HOSTILE_TEXTS;
    return values.map((value) => ({
      label: `${key} = ${JSON.stringify(value)}`,
      input: { ...fine, [key]: of.type === 'array' ? [value] : value },
    }));
  });
}

function send(call: { method: string; path: string }, input: Input): Promise<TestAnswer> {
  const rest = new Map(Object.entries(input));
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encoded(value);
  });
  if (call.method !== 'GET') {
    return caller.request(call.method, `/api${path}`, rest.size ? { body: Object.fromEntries(rest) } : {});
  }
  const query = [...rest].map(([name, value]) => `${name}=${encoded(String(value))}`).join('&');
  return caller.get(`/api${path}?${query}`);
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

describe('no hostile value causes a server error', () => {
  test.each(calls)('$name', async (call) => {
    const answers = await Promise.all(
      hostileInputs(call.input).map(async ({ label, input }) => ({ label, status: (await send(call, input)).status })),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('at the identity routes', async () => {
    const failed: string[] = [];
    const fields = [
      'email',
      'password',
      'newPassword',
      'currentPassword',
      'name',
      'image',
      'token',
      'callbackURL',
      'code',
      'id',
      'response',
    ];
    const fine = {
      email: 'nobody@example.org',
      password: 'Wrong1!x',
      newPassword: 'Right1!x',
      token: 'token',
      name: 'N',
    };
    const paths = Object.values(app.auth.api).flatMap(({ path, options }) => {
      if (typeof path !== 'string' || path === '/sign-out') return [];
      return [options.method].flat().map((method) => ({ method, path }));
    });
    for (const { method, path } of paths) {
      for (const field of fields) {
        for (const value of ['a\0b', '\ud800']) {
          const filled = path.replaceAll(/:\w+/g, encoded(value));
          const { status } = await (method === 'GET'
            ? caller.get(`/api/auth${filled}?${field}=${encoded(value)}`)
            : app.client().request(method, `/api/auth${filled}`, { body: { ...fine, [field]: value } }));
          if (status >= 500) failed.push(`${method} ${path} ${field} = ${JSON.stringify(value)}: ${status}`);
        }
      }
    }
    expect(failed).toEqual([]);
  });

  test.each(['/%00', '/dashboard/%00', '/images/%00', '/api/%00', '/api/auth/%00', '/assets/a%00.js'])(
    'in a URL: %s',
    async (path) => expect((await app.client().get(path)).status).toBe(400),
  );

  test.each(['/appointments/takings?date=@', '/audit?from=@', '/audit?to=@', '/statistics?from=@&to=@'])(
    'in a day: %s',
    async (path) => {
      const ask = async (day: string) => (await caller.get(`/api${path.replaceAll('@', encoded(day))}`)).status;
      for (const day of ['Jan 1, 1900', 'Dec 31, 2999']) expect(await ask(day), day).toBe(200);
      for (const day of ['Jan 1, 0001', 'Dec 31, 1899', 'Jan 1, 3000', 'Dec 31, 9999']) {
        expect(await ask(day), day).toBe(400);
      }
    },
  );
});
