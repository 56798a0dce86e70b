import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { failed } from './failed.ts';
import type { Tracing } from './tracing.ts';

/** A span for each email, without its recipient and its text. */
export function mailTracing(tracer: Tracer): Tracing['watchMail'] {
  return (sender) => ({
    ...sender,
    async send(mail) {
      const span = tracer.startSpan('SMTP', { kind: SpanKind.CLIENT });
      try {
        const outcome = await context.with(trace.setSpan(context.active(), span), () => sender.send(mail));
        span.setAttribute('openhours.outcome', outcome.kind);
        if (outcome.kind !== 'accepted') span.setStatus({ code: SpanStatusCode.ERROR });
        return outcome;
      } catch (error) {
        failed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  });
}
