import { STATUS_CODES } from 'node:http';
import {
  COMMON_PROBLEMS,
  type CommonProblemCode,
  commonProblem,
  PROBLEM_MEDIA_TYPE,
  type Problem,
} from '@openhours/contract/problem.ts';
import { ORPCError, ValidationError } from '@orpc/server';
import type { core } from 'zod';
import { errorCode } from '../error-code.ts';
import { ProviderUnavailable } from '../providers/provider-unavailable.ts';
import { issueSentence } from './issue-sentence.ts';

type Issues = NonNullable<Problem['issues']>;

/** An answer with one of the common problems. */
export function problemResponse(
  code: CommonProblemCode,
  detail: { message?: string; requestId?: string; headers?: Record<string, string> } = {},
): Response {
  const { headers, ...rest } = detail;
  return new Response(JSON.stringify(commonProblem(code, rest)), {
    status: COMMON_PROBLEMS[code].status,
    headers: { 'content-type': PROBLEM_MEDIA_TYPE, 'cache-control': 'no-store', ...headers },
  });
}

/** The answer to an unexpected error: 503 if it is temporary, otherwise 500. */
export function errorResponse(error: unknown, detail: { requestId?: string } = {}): Response {
  return problemResponse(isPassingFailure(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', detail);
}

/** The error with which a call says one of the common problems. */
export function problemError(code: CommonProblemCode): Error {
  return new ORPCError(code, COMMON_PROBLEMS[code]);
}

/** Makes a call answer with the refusal of a limit, which says when to try again. */
export class RefusedByLimit extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('A limit refused the call');
    this.response = response;
  }
}

/** For a client that disconnected before its answer. As proxies do, 499 keeps it apart from our errors in the log. */
export function clientGone(): Response {
  return new Response(null, { status: 499 });
}

/** The body of a failure: a declared refusal, or one of the common problems. */
export function failureBody(error: ORPCError<string, unknown>): unknown {
  if (error.status === 409) {
    const data = typeof error.data === 'object' && error.data !== null ? error.data : {};
    return { ...data, acknowledged: false, code: error.code, message: error.message };
  }
  if (error.code === 'BAD_REQUEST') {
    const issues = issuesOf(error);
    return commonProblem('BAD_REQUEST', { message: issues[0]?.message, issues });
  }
  if (isCommon(error.code)) return commonProblem(error.code, { message: error.message });
  if (!error.defined || error.status >= 500) return commonProblem('INTERNAL_SERVER_ERROR');
  const { status, code, message } = error;
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Refused', status, code, message } satisfies Problem;
}

/** A failure of a call that takes a file, in the common format and in that of image hosts. */
export async function uploadFailure(response: Response): Promise<Response> {
  const problem: unknown = await response.json();
  const message = typeof problem === 'object' && problem !== null && 'message' in problem ? problem.message : '';
  const { status, headers } = response;
  const body = { ...(typeof problem === 'object' ? problem : {}), success: false, status, error: { message } };
  return new Response(JSON.stringify(body), { status, headers });
}

function isCommon(code: string): code is CommonProblemCode {
  return Object.hasOwn(COMMON_PROBLEMS, code);
}

function issuesOf(error: ORPCError<string, unknown>): Issues {
  if (!(error.cause instanceof ValidationError)) return [];
  const issues = error.cause.issues.map((issue) => {
    const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
    // All schemas of calls are zod's.
    return { path, message: issueSentence(path, issue as core.$ZodIssue) };
  });
  // Two rules of a field may have the same message.
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/**
 * PostgreSQL's codes for temporary failures: timeouts, shutdown, too many connections, full disk, deadlock,
 * serialization, a server that is not the primary any more, and what poolers answer when they have no server (08P01).
 */
const PASSING_SQL_STATES = new Set(
  '57014 57P01 57P02 57P03 53300 53100 40P01 40001 55P03 25P03 25006 08P01 08006'.split(' '),
);
const PASSING_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EDQUOT',
  'ENOENT',
  'ENOSPC',
  'EPIPE',
  'ETIMEDOUT',
]);
const PASSING_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  // This node is shutting down.
  'Cannot use a pool after calling end on the pool',
];

/**
 * Whether a failure, or one of its causes, is temporary or ends once the clinic has made room: an unreachable database
 * or provider, a full disk.
 */
export function isPassingFailure(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if (at instanceof ProviderUnavailable) return true;
    const code = errorCode(at) ?? '';
    if (PASSING_SQL_STATES.has(code) || PASSING_SYSTEM_CODES.has(code)) return true;
    const { message } = at;
    if (PASSING_MESSAGES.some((text) => message.includes(text))) return true;
  }
  return false;
}
