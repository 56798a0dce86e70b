import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { pausingExporter } from './pausing-exporter.ts';

it('tries again ten seconds after a failed attempt, and not before', () => {
  let now = 0;
  let isAway = true;
  let attempts = 0;
  const collector: SpanExporter = {
    export(_spans, done) {
      attempts += 1;
      done({ code: isAway ? 1 : 0 });
    },
    shutdown: () => Promise.resolve(),
  };
  const exporter = pausingExporter(collector, () => now);
  const send = (): { code: number; attempts: number } => {
    let code = -1;
    exporter.export([], (result) => (code = result.code));
    return { code, attempts };
  };
  expect(send()).toEqual({ code: 1, attempts: 1 });
  now = 9_999;
  isAway = false;
  expect(send()).toEqual({ code: 1, attempts: 1 });
  now = 10_000;
  expect(send()).toEqual({ code: 0, attempts: 2 });
  expect(send()).toEqual({ code: 0, attempts: 3 });
});
