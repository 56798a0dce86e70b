/**
 * How a failure crosses the wire.
 *
 * A business refusal (409) is `{acknowledged: false, message, code, …}`; `message` is shown to the user. Everything
 * else is problem+json (RFC 9457) with a `message`. A failure of ours says nothing more than a request id, under which
 * the log has the details.
 */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  /** For 400: which fields were wrong, and why. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The status, title and default message of each code that any call may answer with. */
export const COMMON_PROBLEMS = {
  BAD_REQUEST: { status: 400, title: 'Bad request', message: 'That request could not be understood.' },
  UNAUTHORIZED: { status: 401, title: 'Not signed in', message: 'Please sign in first.' },
  FORBIDDEN: { status: 403, title: 'Not allowed', message: 'You are not allowed to do that.' },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    title: 'Second factor required',
    message: 'The clinic requires a second factor of its staff. Please set one up under Security first.',
  },
  NOT_FOUND: { status: 404, title: 'Not found', message: 'There is nothing here.' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed', message: 'That cannot be done at this address.' },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request timeout',
    message: 'Sending that took too long. Please try again.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Too large', message: 'That is more than can be sent at once.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type', message: 'Please send JSON.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Idempotency key used before',
    message: 'This Idempotency-Key was used before for a different request.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Too many requests',
    message: 'Too many attempts. Please wait a moment and try again.',
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    title: 'Something went wrong',
    message: 'Something went wrong on our side. Please try again.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    title: 'Not available now',
    message: 'The service is not available right now. Please try again in a moment.',
  },
} as const;

export type CommonProblemCode = keyof typeof COMMON_PROBLEMS;

/** Builds the body of one of the common problems. */
export function commonProblem(
  code: CommonProblemCode,
  detail: { message?: string | undefined; requestId?: string | undefined; issues?: Problem['issues'] } = {},
): Problem {
  const { status, title, message } = COMMON_PROBLEMS[code];
  return {
    type: 'about:blank',
    title,
    status,
    code,
    message: detail.message ?? message,
    ...(detail.requestId === undefined ? {} : { requestId: detail.requestId }),
    ...(detail.issues === undefined ? {} : { issues: detail.issues }),
  };
}
