import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { failed } from './failed.ts';

/**
 * A span for each request to another server, until its answer begins. Node says when they are made, both by `fetch` and by
 * its older client, which the library of Stripe uses. Of the address only the host is recorded, because some have a
 * password in the query; the official instrumentation records all of it. Providers do not get the trace's id.
 *
 * @returns how to stop
 */
export function watchOutgoingRequests(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();

  function begin(request: Published['request'], host = 'unknown'): void {
    if (!request) return;
    const { method = 'GET' } = request;
    const attributes = { 'http.request.method': method, 'server.address': host };
    spans.set(request, tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }));
  }

  function answer(request: object | undefined, status: unknown): void {
    const span = request && spans.get(request);
    if (!span || !request) return;
    spans.delete(request);
    span.setAttribute('http.response.status_code', Number(status));
    if (Number(status) >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  function fail(request: object | undefined, error: unknown): void {
    const span = request && spans.get(request);
    if (!span || !request) return;
    spans.delete(request);
    failed(span, error);
    span.end();
  }

  // What Node publishes on these channels (`diagnostics_channel`, built-in channels).
  const channels: Readonly<Record<string, (message: Published) => void>> = {
    'undici:request:create': ({ request }) => begin(request, hostOf(request?.origin)),
    'undici:request:headers': ({ request, response }) => answer(request, response?.statusCode),
    'undici:request:error': ({ request, error }) => fail(request, error),
    'http.client.request.created': ({ request }) => begin(request, request?.host),
    'http.client.response.finish': ({ request, response }) => answer(request, response?.statusCode),
    'http.client.request.error': ({ request, error }) => fail(request, error),
  };
  const listeners = Object.entries(channels).map(([name, listener]) => {
    const listen = (message: unknown) => listener(message as Published);
    subscribe(name, listen);
    return () => void unsubscribe(name, listen);
  });
  return () => {
    for (const forget of listeners) forget();
  };
}

interface Published {
  readonly request?: { readonly method?: string; readonly origin?: string | URL; readonly host?: string };
  readonly response?: { readonly statusCode?: number };
  readonly error?: unknown;
}

function hostOf(origin: string | URL | undefined): string | undefined {
  return URL.canParse(String(origin)) ? new URL(String(origin)).hostname : undefined;
}
