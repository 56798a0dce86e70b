import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import * as z from 'zod';
import { startLocalServer } from './local-server.ts';

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
});
type ReceivedSpan = z.output<typeof Span>;

const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

/** A collector that receives traces as OTLP over HTTP, in JSON. */
export interface TraceReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that was received, as it came. */
  readonly bodies: readonly string[];
  readonly services: ReadonlySet<unknown>;
  readonly authorizations: ReadonlySet<string | undefined>;
  /** Waits for a span. */
  find(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const services = new Set<unknown>();
  const authorizations = new Set<string | undefined>();
  const listener = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    if (incoming.url !== '/v1/traces') return void outgoing.writeHead(404).end();
    bodies.push(body);
    authorizations.add(incoming.headers.authorization);
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
      services.add(resource.attributes['service.name']);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { url, close } = await startLocalServer(listener);
  return {
    url,
    spans,
    bodies,
    services,
    authorizations,
    find: (isWanted) => vi.waitUntil(() => spans.find(isWanted), { timeout: 20_000, interval: 50 }),
    close,
  };
}
