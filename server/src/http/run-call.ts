import { PROBLEM_MEDIA_TYPE } from '@openhours/contract/problem.ts';
import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import { ORPCError } from '@orpc/server';
import { toFetchResponse } from '@orpc/standard-server-fetch';
import type { Context } from 'hono';
import type { CallContext } from '../call/call-context.ts';
import { errorResponse, failureBody, problemResponse, RefusedByLimit } from '../call/problems.ts';
import type { RequestVariables } from './request-variables.ts';

export type RequestContext = Context<{ Variables: RequestVariables }>;

/** A call in progress: its context, and an error that the contract does not declare. */
interface RunningCall extends CallContext {
  readonly onFailure: (error: unknown) => void;
}

/** A request whose head and body were read. No call of the contract has a header as input. */
interface CallRequest {
  readonly method: string;
  /** The parsed body. If it rejects, the request is refused as malformed. */
  readonly body?: (() => unknown) | undefined;
}

export type CallRouter = ConstructorParameters<typeof StandardOpenAPIHandler<RunningCall>>[0];

/** Parses a request by the contract and makes its call. An error that the contract does not declare is logged, and its text is not sent. */
export function createCallRunner(router: CallRouter) {
  const handler = new StandardOpenAPIHandler<RunningCall>(router, {
    customErrorResponseBodyEncoder: failureBody,
    // Otherwise '?a[9999]=' creates a list of ten thousand entries, and each '&a[b]=' after it copies the list: one long
    // address would keep the server busy for a fifth of a second. No call takes a list in its address or in a form.
    maxBracketNotationArrayIndex: 0,
    interceptors: [
      async (call) => {
        try {
          return await call.next();
        } catch (error) {
          if (!(error instanceof ORPCError) || error.status >= 500) call.context.onFailure(error);
          throw error;
        }
      },
    ],
  });

  return async (context: RequestContext, { method, body }: CallRequest, call: CallContext): Promise<Response> => {
    let failed: unknown;
    const onFailure = (error: unknown) => {
      failed = error;
    };
    // Not a `Request`: creating one takes longer than the rest of this function, and V8 keeps it until a full collection.
    const request = {
      method,
      url: new URL(context.req.url),
      headers: {},
      body: async () => body?.(),
      signal: undefined,
    };
    const { response: answer } = await handler.handle(request, { prefix: '/api', context: { ...call, onFailure } });
    if (failed instanceof RefusedByLimit) return failed.response;
    const response = answer && toFetchResponse(answer);
    if (!response) return problemResponse('NOT_FOUND');
    if (response.status >= 500)
      return callFailure(context, failed ?? new Error('The answer does not match the contract'));
    if (response.status >= 400 && response.status !== 409) response.headers.set('content-type', PROBLEM_MEDIA_TYPE);
    return response;
  };
}

/** Logs why a call failed. */
export function callFailure(context: RequestContext, error: unknown): Response {
  const requestId = context.get('requestId');
  context.get('log').error({ err: error }, 'a call failed');
  return errorResponse(error, { requestId });
}
