import { context, ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { JobHandler } from '../providers/jobs/port.ts';
import { failed } from './failed.ts';
import { contextOf, traceParentOf } from './trace-parent.ts';
import type { Tracing } from './tracing.ts';

/** One trace for each job. A job carries which request queued it, and links to that. */
export function jobTracing(tracer: Tracer): Tracing['watchJobs'] {
  const watched = (handler: JobHandler): JobHandler => ({
    ...handler,
    async work({ traceparent = '', ...data }) {
      const cause = trace.getSpanContext(contextOf(traceparent));
      const span = tracer.startSpan(
        `job ${handler.name}`,
        {
          kind: SpanKind.CONSUMER,
          attributes: { 'openhours.job': handler.name },
          links: cause ? [{ context: cause }] : [],
        },
        ROOT_CONTEXT,
      );
      try {
        await context.with(trace.setSpan(ROOT_CONTEXT, span), () => handler.work(data));
      } catch (error) {
        failed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  });
  return (queue) => ({
    ...queue,
    send: (tx, { name, data }) => queue.send(tx, { name, data: { ...data, ...traceParentOf(context.active()) } }),
    start: (handlers) => queue.start(handlers.map(watched)),
  });
}
