import { context, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type pg from 'pg';
import { failed } from './failed.ts';

type Ask = (...query: readonly unknown[]) => unknown;
type Callback = (...answer: readonly unknown[]) => unknown;

/**
 * A span for each statement within a request or a job, with its text and never with its parameters. Statements outside
 * both, such as looking for jobs every two seconds, have none.
 */
export function poolTracing(tracer: Tracer): (pool: pg.Pool) => void {
  return (pool) => {
    const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
    // Whoever returns a connection calls the callback of whoever waits for one, which belongs to another request.
    Object.assign(pool, {
      connect: (callback?: Callback) =>
        callback === undefined ? connect() : connect(context.bind(context.active(), callback)),
    });
    pool.on('connect', (client) => watch(client, tracer));
  };
}

function watch(client: pg.PoolClient, tracer: Tracer): void {
  const ask = client.query.bind(client) as Ask;
  const query: Ask = (...parts) => {
    const text = textOf(parts[0]);
    if (text === undefined || !trace.getActiveSpan()?.isRecording()) return ask(...parts);
    const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
    const span = tracer.startSpan(operation, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
    });
    const callback = parts.at(-1);
    if (isCallback(callback)) {
      return ask(...parts.slice(0, -1), (...answer: readonly unknown[]) => {
        end(span, answer[0]);
        return callback(...answer);
      });
    }
    const answer = ask(...parts);
    if (answer instanceof Promise) {
      answer.then(
        () => end(span, undefined),
        (error: unknown) => end(span, error),
      );
    } else span.end();
    return answer;
  };
  Object.assign(client, { query });
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const isNamed = typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);
  return isNamed && typeof query.text === 'string' ? query.text : undefined;
}

function isCallback(part: unknown): part is Callback {
  return typeof part === 'function';
}

function end(span: Span, error: unknown): void {
  if (error instanceof Error) {
    failed(span, error);
    if ('code' in error) span.setAttribute('db.response.status_code', String(error.code));
  }
  span.end();
}
