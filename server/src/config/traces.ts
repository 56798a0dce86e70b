import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { httpUrl } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const PROTOCOLS: readonly string[] = ['http/json', 'http/protobuf'];
const RATIO_ERROR = 'must be a number from 0 to 1';

export const TRACES = settingGroup({
  title: 'Traces',
  about:
    'Without an endpoint nothing is recorded and nothing is loaded. The names and meanings are those of OpenTelemetry; ' +
    'traces are sent as OTLP over HTTP, in JSON.',
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      schema: httpUrl.optional(),
      about: 'The address of a collector; traces go to `/v1/traces` below it.',
      unset: 'no traces',
      example: 'http://127.0.0.1:4318',
    },
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
      schema: httpUrl.optional(),
      about: 'The complete address for traces, instead of the one above.',
      example: 'https://collector.example/v1/traces',
    },
    OTEL_EXPORTER_OTLP_PROTOCOL: {
      schema: z.string().optional(),
      about:
        'Traces are always sent as `http/json`. `http/protobuf` is accepted too, because collectors receive both at the ' +
        'same address. `grpc` uses another port, so it is refused if an endpoint is set.',
      example: 'http/json',
    },
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
      schema: z.string().optional(),
      about: 'The same, for traces only.',
      example: 'http/json',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      schema: z.string().optional(),
      about: 'Headers for the collector, as `name=value` with commas between them; values are URL-encoded.',
      example: 'authorization=Bearer%20a-token',
    },
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: {
      schema: z.string().optional(),
      about: 'Headers for traces only. They win over the ones above.',
      example: 'authorization=Bearer%20a-token',
    },
    OTEL_SERVICE_NAME: {
      schema: z.string().default('openhours'),
      about: 'The name of this service in traces.',
    },
    OTEL_TRACES_SAMPLER: {
      schema: z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }).default('parentbased_always_on'),
      about:
        'Which traces are recorded: `always_on`, `always_off`, or `traceidratio` for a share of them; with ' +
        '`parentbased_` before it, a trace that a proxy began is recorded if the proxy says so.',
    },
    OTEL_TRACES_SAMPLER_ARG: {
      schema: z.coerce.number({ error: RATIO_ERROR }).min(0, RATIO_ERROR).max(1, RATIO_ERROR).default(1),
      about: 'The share that `traceidratio` records: 0.1 is a tenth.',
    },
  },
});

export interface TraceSettings {
  /** Where traces are posted to. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1. */
  readonly ratio: number;
}

/** @returns undefined if no traces are wanted */
export function traceSettings(env: ValuesOf<typeof TRACES>): TraceSettings | undefined {
  const everything = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url =
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (everything === undefined ? undefined : `${everything}/v1/traces`);
  if (url === undefined) return undefined;
  const forTraces = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL;
  const protocol = forTraces ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/json';
  if (!PROTOCOLS.includes(protocol)) {
    const setting = forTraces === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL';
    throw new ConfigError(`${setting}: must be http/json, because traces cannot be sent by gRPC.`);
  }
  return {
    url,
    headers: {
      ...headersOf('OTEL_EXPORTER_OTLP_HEADERS', env.OTEL_EXPORTER_OTLP_HEADERS),
      ...headersOf('OTEL_EXPORTER_OTLP_TRACES_HEADERS', env.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
    },
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

function headersOf(setting: string, text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.trim().split('=');
      const value = decoded(rest.join('='));
      if (rest.length === 0 || !HEADER_NAME.test(name) || value === undefined) {
        throw new ConfigError(`${setting}: must be like name=value,other=value, with URL-encoded values.`);
      }
      return [name.toLowerCase(), value];
    }),
  );
}

/** @returns undefined if it is not URL-encoded text, or no header can carry it */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text.trim());
    return /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
