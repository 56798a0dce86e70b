import { setTimeout as sleep } from 'node:timers/promises';
import { context, DiagLogLevel, diag } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '../config/traces.ts';
import { jobTracing } from './jobs.ts';
import { mailTracing } from './mail.ts';
import { watchOutgoingRequests } from './outgoing-requests.ts';
import { pausingExporter } from './pausing-exporter.ts';
import { requestTracing } from './requests.ts';
import { poolTracing } from './statements.ts';
import type { Tracing } from './tracing.ts';

/** One attempt to send spans. */
const EXPORT_MILLIS = 10_000;
/** How long a stop waits for the collector. */
const STOP_MILLIS = 3_000;
/** Spans that wait for the collector. More are dropped: about 2 MB. */
const MOST_WAITING = 2_048;
/** Of a statement's text. */
const MOST_CHARACTERS = 4_000;

/**
 * Begins to record. Spans are sent in the background: while the collector is slow or away they wait, and then they are
 * dropped. Loaded only if traces are wanted (`open-application.ts`).
 */
export function startTracing(
  settings: TraceSettings,
  { trustedProxies, version, log }: { trustedProxies: number; version: string; log: Logger },
): Tracing {
  const warn = (message: string) => log.warn({ why: message.slice(0, 300) }, 'traces could not be sent');
  diag.setLogger(
    { error: warn, warn, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: EXPORT_MILLIS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: MOST_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({ exporter: pausingExporter(exporter), maxQueueSize: MOST_WAITING })],
  });
  const tracer = provider.getTracer('openhours', version);
  const forgetOutgoing = watchOutgoingRequests(tracer);
  return {
    ...requestTracing(tracer, { trustedProxies }),
    watchPool: poolTracing(tracer),
    watchJobs: jobTracing(tracer),
    watchMail: mailTracing(tracer),
    async stop() {
      forgetOutgoing();
      const sent = provider.shutdown().catch((error: unknown) => warn(String(error)));
      await Promise.race([sent, sleep(STOP_MILLIS, undefined, { ref: false })]);
      context.disable();
      diag.disable();
    },
  };
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}
