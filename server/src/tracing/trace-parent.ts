import { type Context, ROOT_CONTEXT, type Span, type SpanContext, trace } from '@opentelemetry/api';

/** version-trace-parent-flags (W3C Trace Context). */
const TRACE_PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const ZEROS = /^0+$/;

/** The span that this header names, or `undefined`. */
export function readTraceParent(text: string): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(text) ?? [];
  if (traceId === '' || ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** As the header, for a job that continues later; `undefined` outside a span that is recorded. */
export function writeTraceParent(span: Span | undefined): string | undefined {
  if (!span?.isRecording()) return undefined;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** The context of a span whose parent is what the header names, or which has no parent. */
export function contextOf(traceParent: string): Context {
  const parent = readTraceParent(traceParent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
