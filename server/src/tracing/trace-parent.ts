import { type Context, defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

const propagator = new W3CTraceContextPropagator();

/** The context of a span whose parent is what the header `traceparent` names, or which has no parent. */
export function contextOf(traceparent: string): Context {
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
}

/** The active span as that header, for a job that continues later; empty outside a span. */
export function traceParentOf(active: Context): { readonly traceparent?: string } {
  const carrier = {};
  propagator.inject(active, carrier, defaultTextMapSetter);
  return carrier;
}
