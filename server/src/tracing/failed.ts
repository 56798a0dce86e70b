import { type Span, SpanStatusCode } from '@opentelemetry/api';

/** Marks a span as failed, without the message of the error: it may quote what somebody entered. */
export function failed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}
