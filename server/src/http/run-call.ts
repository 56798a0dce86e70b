import { PROBLEM_MEDIA_TYPE } from '@openhours/contract/problem.ts';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError } from '@orpc/server';
import type { Context } from 'hono';
import type { CallContext } from '../call/call-context.ts';
import { failureBody, isPassingFailure, problemResponse } from '../call/problems.ts';
import type { RequestVariables } from './request-log.ts';

export type RequestContext = Context<{ Variables: RequestVariables }>;

/** A call in progress: its context, and an error that the contract does not declare. */
interface RunningCall extends CallContext {
  readonly onFailure: (error: unknown) => void;
}

export type CallRouter = ConstructorParameters<typeof OpenAPIHandler<RunningCall>>[0];

/** Parses a request by the contract and makes its call. An error that the contract does not declare is logged, and its text is not sent. */
export function createCallRunner(router: CallRouter) {
  const handler = new OpenAPIHandler<RunningCall>(router, {
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

  return async (request: Request, context: RequestContext, call: CallContext): Promise<Response> => {
    let failed: unknown;
    const onFailure = (error: unknown) => {
      failed = error;
    };
    const { response } = await handler.handle(request, { prefix: '/api', context: { ...call, onFailure } });
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
  return problemResponse(isPassingFailure(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', { requestId });
}
