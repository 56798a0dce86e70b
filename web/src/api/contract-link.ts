import routes from 'virtual:contract-routes';
import { type ClientLink, ORPCError } from '@orpc/client';
import { accessToken, renewAccessToken } from './access-token.ts';
import { requireAcknowledged } from './acknowledged.ts';
import { fallbackMessage, fieldOf, reach, textField } from './http.ts';
import { requestOfCall, routeOf } from './request-of-call.ts';

export type CallContext = {
  /** Sends the access token, for the calls with which the specification sends it. For all others, the cookie is enough. */
  bearer?: boolean;
  /** With one key, an unsafe call is carried out once, however often it is sent. */
  idempotencyKey?: string;
};

/**
 * Sends the calls of oRPC's client. Ours and not oRPC's OpenAPI link, which also sends and reads files, forms, streams and
 * nested queries: 9 kB of gzip on every page, for calls that all send and read JSON.
 */
export const contractLink: ClientLink<CallContext> = {
  async call(call, input, { context, signal }) {
    const route = routeOf(routes, call) ?? routeOf((await import('virtual:staff-routes')).default, call);
    if (!route) throw new Error(`The contract has no call ${call.join('.')}.`);
    const { method, path, body } = requestOfCall(route, input);
    const send = (token: string | undefined) =>
      reach(`/api${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `bearer ${token}` }),
          ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey }),
        },
        redirect: 'manual',
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      });
    const token = context.bearer ? accessToken() : undefined;
    const response = await send(token);
    if (response.status !== 401 || !token) return answerOf(response);
    const renewed = await renewAccessToken();
    // If the renewal got no answer, `renewed` is '', and only the session's cookie is sent.
    return answerOf(renewed === undefined ? response : await send(renewed));
  },
};

async function answerOf(response: Response): Promise<unknown> {
  const { ok, status, headers } = response;
  if (ok && headers.has('content-disposition')) return response.blob();
  if (ok) return requireAcknowledged(await response.json());
  // A proxy's error may be an HTML page.
  const body: unknown = await response.json().catch(() => ({}));
  throw new ORPCError(textField(body, 'code') ?? 'UNKNOWN', {
    status,
    message: textField(body, 'message') ?? fallbackMessage(status),
    data: body,
    // Calls declare their own refusals; the common failures are not declared.
    defined: fieldOf(body, 'acknowledged') === false || status === 404,
  });
}
