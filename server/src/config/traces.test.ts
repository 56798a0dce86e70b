import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (environment: Readonly<Record<string, string>>) =>
  readConfig({ AUTH_SECRET: 'a secret that has enough characters', ...environment }).traces;

test('records nothing without an endpoint', () => {
  expect(read({ OTEL_SERVICE_NAME: 'clinic', OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
});

test('reads the settings of OpenTelemetry', () => {
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20all, x-team=clinic',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Basic%20YTpi=',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: { authorization: 'Basic YTpi=', 'x-team': 'clinic' },
    serviceName: 'openhours',
    sampler: 'traceidratio',
    ratio: 0.25,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no-value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a name=x'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name=%0d%0aother: x'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name=%zz'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '10'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '127.0.0.1:4317'],
])('refuses %s=%s, and names the setting', (name, value) => {
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value })).toThrow(name);
});
