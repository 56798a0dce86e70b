import { context as active, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { routePath } from 'hono/route';
import { contextOf } from './trace-parent.ts';
import type { AnsweredRequest, Tracing } from './tracing.ts';

/**
 * A span for each request, named by its method and route: a path can have an email address or a token in it. Only a proxy
 * of ours may begin a trace.
 */
export function requestTracing(
  tracer: Tracer,
  { trustedProxies }: { trustedProxies: number },
): Pick<Tracing, 'request' | 'answered'> {
  return {
    async request(context, next) {
      const parent = contextOf(trustedProxies > 0 ? (context.req.header('traceparent') ?? '') : '');
      const { method } = context.req;
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
      context.set('traceId', span.spanContext().traceId);
      try {
        await active.with(trace.setSpan(parent, span), next);
      } finally {
        const call = context.get('call');
        const route = call === undefined ? routePath(context) : routeOf(call);
        describe(span, { method, route, status: context.res.status, caller: context.get('caller') });
        span.end();
      }
    },

    answered({ method, call, status, caller, millis, traceParent }: AnsweredRequest) {
      const end = Date.now();
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, startTime: end - millis },
        contextOf(trustedProxies > 0 ? traceParent : ''),
      );
      describe(span, { method, route: routeOf(call), status, caller });
      span.end(end);
      return span.spanContext().traceId;
    },
  };
}

/** 'GET /bookings/{id}' is '/api/bookings/{id}'. */
function routeOf(call: string): string {
  return `/api${call.slice(call.indexOf(' ') + 1)}`;
}

function describe(span: Span, answer: { method: string; route: string; status: number; caller: string }): void {
  const { method, route, status, caller } = answer;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'openhours.caller': caller,
  });
  if (status < 500) return;
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', String(status));
}
