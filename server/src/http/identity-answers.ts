import { STATUS_CODES } from 'node:http';
import { PROBLEM_MEDIA_TYPE, type Problem } from '@openhours/contract/problem.ts';
import pg from 'pg';
import { problemResponse } from '../call/problems.ts';
import type { SignInAttempt, SignInOutcome } from './sign-in-log.ts';
import { signedInMark, withoutSessionEnd } from './signed-in-mark.ts';

/** Whether a call ends the session of its cookie. */
export function isSignOut({ method, path }: SignInAttempt): boolean {
  return path === '/sign-out' || (path === '/session' && method === 'DELETE');
}

/** Calls whose answers delete the browser's session cookie. */
const ENDS_SESSION = new Set(['/sign-out', '/session']);
/** In the answer to a sign-in that waits for the second factor. It too ends the browser's former session. */
const WAITS_FOR_CODE = /^(?:__Host-)?openhours\.two_factor=[^;]/;

/** The answer of the identity service as a browser gets it: a refusal as a problem, no tokens, and the right cookies. */
export async function answerOf(
  given: Response,
  { to, secureCookies }: { to: SignInAttempt; secureCookies: boolean },
): Promise<Response> {
  const { method, path } = to;
  const response = given.status >= 400 ? await asProblem(given) : await withoutTokens(given);
  if (!ENDS_SESSION.has(path) && !waitsForCode(response)) keepSessionCookie(response.headers);
  const mark = signedInMark(response.headers.getSetCookie(), { secure: secureCookies });
  if (mark !== undefined) response.headers.append('set-cookie', mark);
  response.headers.set('cache-control', 'no-store');
  // After a sign-out, the browser also forgets pages that it keeps for its Back button. It keeps what is stored: the theme
  // is there, and the page itself deletes what belongs to the person.
  if (response.ok && isSignOut(to)) response.headers.set('clear-site-data', '"cache"');
  return method === 'HEAD' ? new Response(null, response) : response;
}

const REFUSES_THE_DELETED = new Set([
  'no_session_for_the_deleted',
  'no_account_for_the_deleted',
  'no_authenticator_for_the_deleted',
  'no_passkey_for_the_deleted',
]);

/** The refusal that an error of the database stands for, if it is one. */
export function refusalBy(error: unknown): Response | undefined {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const constraint = cause instanceof pg.DatabaseError ? cause.constraint : undefined;
  // The person was deleted while signing in: the database refused the session, so this is a failed sign-in.
  if (REFUSES_THE_DELETED.has(constraint ?? '')) {
    return problemResponse('UNAUTHORIZED', { message: 'Invalid email or password' });
  }
  // The person was deleted while changing their photo.
  if (constraint === 'deleted_person_has_nothing_left') return problemResponse('UNAUTHORIZED');
  if (constraint !== 'one_authenticator_per_person') return undefined;
  return problemResponse('BAD_REQUEST', {
    message: 'Another set-up has begun at the same time. Please begin again.',
  });
}

/** What the log says about an attempt. */
export function outcomeOf(response: Response): SignInOutcome {
  if (response.status >= 500) return 'failed';
  if (waitsForCode(response)) return 'waits for a code';
  // After Google, also a refusal is a redirect.
  const opensSession = signedInMark(response.headers.getSetCookie(), { secure: false })?.startsWith('signed_in=1');
  return response.ok || opensSession ? 'passed' : 'refused';
}

function waitsForCode(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => WAITS_FOR_CODE.test(cookie));
}

function keepSessionCookie(headers: Headers): void {
  const cookies = withoutSessionEnd(headers.getSetCookie());
  headers.delete('set-cookie');
  for (const cookie of cookies) headers.append('set-cookie', cookie);
}

/** The service names the tokens of sessions in its answers. Scripts have no use for them, so only cookies have them. */
async function withoutTokens(answer: Response): Promise<Response> {
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const body: unknown = await answer.json();
  const text = JSON.stringify(body, (name, value: unknown) => (name === 'token' ? undefined : value));
  return new Response(text, answer);
}

/** A refusal of the identity service in our common form. Its cookies stay. */
async function asProblem(answer: Response): Promise<Response> {
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => undefined);
  const title = STATUS_CODES[status] ?? 'Refused';
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    code: textField(body, 'code') ?? title.toUpperCase().replaceAll(' ', '_'),
    message: textField(body, 'message') ?? 'That was refused.',
  };
  const headers = new Headers(answer.headers);
  headers.set('content-type', PROBLEM_MEDIA_TYPE);
  return new Response(JSON.stringify(problem), { status, headers });
}

function textField(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
