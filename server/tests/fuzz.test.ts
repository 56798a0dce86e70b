import type { OpenAPI } from '@orpc/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { personWith } from '../testing/admins.ts';
import { bookingOf } from '../testing/call-examples.ts';
import { openOption } from '../testing/clinic.ts';
import { conversationOn, doctorWithPost, say } from '../testing/conversations.ts';
import { type FuzzedRequest, type Known, requestsTo } from '../testing/openapi-requests.ts';
import { startPayingClinic } from '../testing/paying.ts';
import type { TestClient } from '../testing/test-client.ts';

/**
 * Thousands of requests that the API's own document suggests, by nobody, patients, doctors, the front desk and admins.
 * `npm run fuzz -- [requests] [seed]` sends more; a run depends only on the seed and on the clinic's day.
 */
const REQUESTS = Number(process.env['FUZZED_REQUESTS'] ?? 5_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123);
/** After so many requests, people and their data are made anew: an admin may have deleted them. */
const ROUND = 500;
const AT_ONCE = 8;
const SLOW_MILLIS = 1_000;
/** … and this many times as slow as a call that does nothing, at the same moment: a busy machine is slow with both. */
const SLOWER_THAN_NOTHING = 20;

interface Failure {
  readonly why: string;
  readonly by: string;
  readonly request: FuzzedRequest;
}

const clinic = await startPayingClinic({ environment: { RATE_LIMITS: 'off' } });
await openOption(clinic.app.database.db, { treatment: 'Whitening' });
const answer = await clinic.app.client().get('/api/openapi.json');
const document = answer.body as unknown as OpenAPI.Document;

/** People with all roles, and what they have: bookings, posts, conversations. */
async function newPeople(): Promise<{ callers: ReadonlyMap<string, TestClient>; leaver: TestClient; known: Known }> {
  const { app } = clinic;
  const [patient, desk, admin, other] = await Promise.all([
    personWith(app, { name: 'Pat Example' }),
    personWith(app, { isFrontDesk: true }),
    personWith(app, { isAdmin: true, isDoctor: true }),
    personWith(app, { name: 'Pat Other' }),
  ]);
  const { doctor, postId } = await doctorWithPost(app);
  const { _id: conversationId } = await conversationOn(patient, postId);
  const said = await say(patient, conversationId, 'Hello.');
  const bookingId = await clinic.booking(patient);
  await patient.post('/api/bookings', bookingOf(patient, '2030-01-05'));
  const known: Known = {
    email: [patient.email, doctor.email],
    senderEmail: [patient.email, doctor.email],
    // The callers' own ids are not among them: admins change and delete what they find.
    id: [bookingId, other.id],
    emailOrId: [patient.email, doctor.email, other.id],
    patientId: [other.id],
    bookingId: [bookingId],
    postId: [postId],
    conversationId: [conversationId],
    messageId: [String((said.body['conversationMessage'] as { _id: string } | undefined)?._id)],
    treatment: ['Cardiology', 'Whitening'],
    slot: ['09:00 AM - 09:30 AM', '04:30 PM - 05:00 PM'],
    price: [140, 50],
    version: [1, 2],
    password: ['Correct1!'],
    currentPassword: ['Correct1!'],
    newPassword: ['Correct1!'],
    country: ['DE'],
  };
  const callers = new Map<string, TestClient>([
    ['nobody', app.client()],
    ['a patient', patient],
    ['a doctor', doctor],
    ['the front desk', desk],
    ['an admin', admin],
  ]);
  return { callers, leaver: other, known };
}

/** Calls that may end the session of whoever makes them. */
const mayEndSession = ({ path }: FuzzedRequest) => /^\/api\/(auth\/|me\/delete)/.test(path);

/** Requests to all calls in turn, as many as wanted. */
function requests(known: Known, { count, seed }: { count: number; seed: number }): readonly FuzzedRequest[] {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete'] as const).flatMap((method) => {
      const operation = item?.[method];
      // Its answer is a stream without an end.
      return operation && path !== '/events' ? [{ document, path, method, operation, known }] : [];
    }),
  );
  const each = Math.ceil(count / calls.length);
  const made = calls.flatMap((call, number) =>
    fc.sample(requestsTo(call), { numRuns: each, seed: seed * 1_000 + number }),
  );
  return (
    fc.sample(fc.shuffledSubarray(made, { minLength: made.length }), { numRuns: 1, seed })[0]?.slice(0, count) ?? []
  );
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly millis: number;
}

async function send(by: TestClient, { method, path, headers, body }: FuzzedRequest): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(clinic.app.url + path, {
    method,
    headers: {
      origin: clinic.app.url,
      cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, millis: performance.now() - started };
}

const judges = new Ajv2020({ strict: false, logger: false });
addFormats.default(judges);
/** By the text of the schema: most answers are the same problem. */
const compiled = new Map<string, ValidateFunction>();

/** How the answer differs from what the document says, if it does. */
function fault(request: FuzzedRequest, { status, text, headers }: Answer): string | undefined {
  const [method = '', path = ''] = request.call.split(' ');
  const { responses = {} }: OpenAPI.OperationObject = Reflect.get(
    Object(document.paths?.[path as `/${string}`]),
    method.toLowerCase(),
  );
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  if (!response) return `${status} is not described`;
  if (!('content' in response) || !response.content) return undefined;
  const type = headers.get('content-type') ?? '';
  const [mediaType = ''] = type.split(';');
  const { schema } = response.content[mediaType] ?? response.content[type] ?? {};
  if (!schema) return `${status} with ${type || 'no media type'} is not described`;
  if (!mediaType.endsWith('json')) return undefined;
  const written = JSON.stringify(schema);
  let isValid = compiled.get(written);
  if (!isValid) compiled.set(written, (isValid = judges.compile({ ...schema, components: document.components })));
  return isValid(JSON.parse(text)) ? undefined : judges.errorsText(isValid.errors);
}

/** Answers that a browser may keep, to ask whether they have changed: free times, and the document of the API. */
const MAY_BE_KEPT = /^\/(v2\/appointment(Options|Days)|openapi\.json|reference)/;

/** What an answer lacks that every answer has. */
function unguarded({ call }: FuzzedRequest, { status, headers }: Answer): string | undefined {
  if (status === 401 && !headers.has('www-authenticate')) return '401 without WWW-Authenticate';
  const path = call.replace(/^\S+ /, '');
  const kept = headers.get('cache-control') ?? 'nothing';
  if (!/\bno-store\b/.test(kept) && !(status < 400 && MAY_BE_KEPT.test(path))) return `may be kept: ${kept}`;
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no nosniff';
  if (!/frame-ancestors '(none|self)'/.test(headers.get('content-security-policy') ?? '')) return 'may be framed';
  return headers.has('access-control-allow-origin') ? 'may be read by others' : undefined;
}

/** Whether a call that was slow is slow each time. A busy machine alone delays some calls more than others. */
async function isSlow(client: TestClient, request: FuzzedRequest): Promise<boolean> {
  for (let time = 0; time < 5; time += 1) {
    const { millis } = await send(client, request);
    const start = performance.now();
    await clinic.app.client().get('/livez');
    const atLeast = Math.max(SLOW_MILLIS, SLOWER_THAN_NOTHING * (performance.now() - start));
    if (millis <= atLeast) return false;
  }
  return true;
}

it(
  `answers ${REQUESTS} requests as the document says: no server error, nothing slow, no status that is not described`,
  async () => {
    const failures: Failure[] = [];
    const statuses: Record<number, number> = {};
    for (let first = 0; first < REQUESTS; first += ROUND) {
      const { callers, leaver, known } = await newPeople();
      const who = [...callers];
      const nobody = ['nobody', clinic.app.client()] as const;
      const waiting = requests(known, { count: Math.min(ROUND, REQUESTS - first), seed: SEED + first }).map(
        (request, number) => ({
          request,
          by: mayEndSession(request) ? (['someone', leaver] as const) : (who[number % who.length] ?? nobody),
        }),
      );
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const {
            request,
            by: [name, client],
          } = next;
          const answer = await send(client, request);
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          const fail = (why: string) => failures.push({ why, by: name, request });
          const lacks = unguarded(request, answer);
          if (lacks !== undefined) fail(lacks);
          if (answer.status >= 500) fail(`${answer.status} ${answer.text}`);
          else {
            const unlike = fault(request, answer);
            if (unlike !== undefined) fail(`${unlike}: ${answer.text.slice(0, 300)}`);
          }
          if (answer.millis > SLOW_MILLIS && (await isSlow(client, request))) fail(`slow: ${answer.millis} ms`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    }
    if (process.env['FUZZED_REQUESTS'] !== undefined) console.info(JSON.stringify(statuses));
    expect(failures.slice(0, 40)).toEqual([]);
    // It gets past the refusals.
    expect(statuses[200]).toBeGreaterThan(REQUESTS / 20);
  },
  Math.max(120_000, REQUESTS * 100),
);
