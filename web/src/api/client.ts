import routes from 'virtual:contract-routes';
import type { Contract } from '@openhours/contract';
import { createORPCClient, isDefinedError, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { accessToken, renewAccessToken } from './access-token.ts';
import { requireAcknowledged } from './acknowledged.ts';
import { ApiError, fallbackMessage, fieldOf, textField, unreachable } from './http.ts';

export type CallContext = {
  /** Sends the access token, as the specification requires for admin and payment calls. */
  bearer?: boolean;
  /** With one key, an unsafe call is carried out once, however often it is sent. */
  idempotencyKey?: string;
};

const link = new OpenAPILink<CallContext>(routes, {
  url: () => `${location.origin}/api`,
  headers: ({ context }) => {
    const token = context.bearer ? accessToken() : undefined;
    return {
      ...(token && { authorization: `bearer ${token}` }),
      ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey }),
    };
  },
  interceptors: [async (call) => requireAcknowledged(await call.next())],
  fetch: async (request, init) => readable(await fetchWithFreshToken(request, init)),
  customErrorResponseBodyDecoder: (body, { status }) =>
    new ORPCError(textField(body, 'code') ?? 'UNKNOWN', {
      status,
      message: textField(body, 'message') ?? fallbackMessage(status),
      data: body,
      // Calls declare their own refusals; the common failures are not declared.
      defined: fieldOf(body, 'acknowledged') === false || status === 404,
    }),
});

/** Every call of the contract, typed. A failure throws an Error whose message can be shown. */
export const client: ContractRouterClient<Contract, CallContext> = createORPCClient(link);

/** The same calls as TanStack Query options: `api.schedule.options.queryOptions({ input: { date } })`. */
export const api = createTanstackQueryUtils(client);

export { isDefinedError };

async function fetchWithFreshToken(request: Request, init: RequestInit): Promise<Response> {
  const again = request.headers.has('authorization') ? request.clone() : undefined;
  const response = await reach(request, init);
  if (response.status !== 401 || !again) return response;
  const token = await renewAccessToken();
  if (!token) return response;
  again.headers.set('authorization', `bearer ${token}`);
  return reach(again, init);
}

async function reach(request: Request, init: RequestInit): Promise<Response> {
  try {
    return await fetch(request, init);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError({ message: unreachable, status: 0 });
  }
}

/** The link treats every type but application/json as a file, even problem+json and a proxy's HTML page. */
async function readable(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (response.ok || type.startsWith('application/json')) return response;
  const body = type.startsWith('application/problem+json') ? await response.text() : '{}';
  return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } });
}
