import { isIP } from 'node:net';
import * as z from 'zod';
import { hostFromHere, isLoopback } from './addresses.ts';
import { ConfigError } from './config-error.ts';
import type { ModeConfig } from './mode.ts';
import { onOff, origin, port, wholeNumber } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

export const SERVER = settingGroup({
  title: 'Server',
  settings: {
    HOST: {
      schema: z
        .string()
        .refine((host) => host === 'localhost' || isIP(host) !== 0, {
          error: 'must be an IP address of this machine (0.0.0.0 for all of them), or localhost',
        })
        .transform((host) => (host === 'localhost' ? '127.0.0.1' : host))
        .optional(),
      about: 'The IP address to listen on; `0.0.0.0` for all addresses of the machine.',
      unset: '`127.0.0.1`; in production without a demo: all addresses',
      example: '0.0.0.0',
    },
    PORT: { schema: port.default(3000), about: 'The port of the site and its API.' },
    SANDBOX_PORT: {
      schema: port.default(3100),
      about: 'The port of the sandbox, which shows emails instead of sending them. It listens on this machine only.',
    },
    PUBLIC_URL: {
      schema: origin.optional(),
      about:
        'The address at which patients reach the clinic, without a path. Links in emails and the origin check use it. With https, browsers ' +
        'are told to use https for this host and all its subdomains for a year, so use a host of its own.',
      unset: '`http://localhost:PORT`; required in production',
      example: 'https://booking.clinic.example',
    },
    TRUSTED_PROXIES: {
      schema: wholeNumber(0, 10).default(0),
      about:
        'How many of your proxies are in front of the server and append to `X-Forwarded-For`. If there are any, only they ' +
        'may reach PORT (`HOST=127.0.0.1`, or a firewall): anybody else could pretend to have any address.',
    },
    API_REFERENCE: {
      schema: onOff.optional(),
      about: 'Whether the API reference is public, at `/api/reference` and `/api/openapi.json`.',
      unset: '`on`; in production `off`',
      example: 'on',
    },
    RATE_LIMITS: {
      schema: onOff.default('on'),
      about: 'Limits on attempts and requests. `off` is for tests and refused in production.',
    },
    REFUSE_COMMON_PASSWORDS: {
      schema: onOff.default('off'),
      about:
        'Whether passwords that are easy to guess are also refused on signing up, and when an admin registers a doctor. ' +
        'They are always refused for the first admin, for invitations, and when a password is changed or reset.',
    },
    BREACHED_PASSWORDS_URL: {
      schema: z.url({ protocol: /^https?$/, error: 'must be a URL like https://api.pwnedpasswords.com' }).optional(),
      about:
        'The address of Pwned Passwords, or of a copy of it. The passwords that it has are then refused in the same ' +
        'calls as those that are easy to guess. It gets the first five digits of the SHA-1 of a new password, which hundreds of ' +
        'passwords have. If it does not answer within five seconds, the password is accepted without it.',
      unset: 'new passwords are compared with none of another service',
      example: 'https://api.pwnedpasswords.com',
    },
    METRICS_TOKEN: {
      schema: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
      about: 'Whoever sends it as a bearer token can read `/metrics`, in the format of Prometheus.',
      unset: 'there is no `/metrics`',
      example: 'a long random text',
    },
    DRAIN_SECONDS: {
      schema: wholeNumber(0, 120).optional(),
      about:
        'How long a stop waits, after `/readyz` says that the server is stopping, before it accepts no more connections. ' +
        'A whole stop takes up to 29 seconds longer, and the examples in `deploy` end the process after 60.',
      unset: '0; in production 5',
      example: '10',
    },
    LOG_LEVEL: {
      schema: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
      about:
        '`silent`, `fatal`, `error`, `warn`, `info` or `debug`. `debug` writes one line for each request; in production `info` does.',
    },
  },
});

export interface ServerConfig {
  /** The IP address to listen on. Unset: all addresses of the machine. */
  readonly host: string | undefined;
  readonly port: number;
  readonly sandboxPort: number;
  /** The server's address on this machine, without a trailing slash. */
  readonly localUrl: string;
  /** The address at which patients reach the clinic, without a trailing slash. Links in emails start with it. */
  readonly publicUrl: string;
  /** Whether `publicUrl` was set; if not, every host name that reaches us counts as our own. */
  readonly publicUrlIsFixed: boolean;
  /** Whether other machines can reach the server, directly or through a proxy. */
  readonly openToOthers: boolean;
  /** How many of our proxies are in front and append to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** Whether the API reference is public. */
  readonly apiReference: boolean;
  readonly rateLimits: boolean;
  /** Whether signing up and registering a doctor refuse passwords that are easy to guess. */
  readonly refuseCommonPasswords: boolean;
  /** Pwned Passwords, without a trailing slash; without it, no service is asked about new passwords. */
  readonly breachedPasswordsUrl: string | undefined;
  /** The bearer token for `/metrics`; without one there is no such page. */
  readonly metricsToken: string | undefined;
  /** How long a stop waits between 'not ready' and the end of new connections. */
  readonly drainMillis: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export function serverConfig(env: ValuesOf<typeof SERVER>, { production, demo }: ModeConfig): ServerConfig {
  if (production && env.RATE_LIMITS === 'off') {
    throw new ConfigError('RATE_LIMITS=off is for tests and refused in production.');
  }
  if (production && env.PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL must be set in production: links in emails and the origin check use it.');
  }
  const host = env.HOST ?? (production && !demo ? undefined : '127.0.0.1');
  const localUrl = `http://${hostFromHere(host)}:${env.PORT}`;
  const publicUrl = env.PUBLIC_URL ?? localUrl.replace(/\/\/(127\.0\.0\.1|\[::1\]):/, '//localhost:');
  return {
    host,
    port: env.PORT,
    sandboxPort: env.SANDBOX_PORT,
    localUrl,
    publicUrl,
    publicUrlIsFixed: env.PUBLIC_URL !== undefined,
    openToOthers:
      host === undefined || !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || env.TRUSTED_PROXIES > 0,
    trustedProxies: env.TRUSTED_PROXIES,
    apiReference: env.API_REFERENCE === undefined ? !production : env.API_REFERENCE === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    refuseCommonPasswords: env.REFUSE_COMMON_PASSWORDS === 'on',
    breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL?.replace(/\/+$/, ''),
    metricsToken: env.METRICS_TOKEN,
    drainMillis: (env.DRAIN_SECONDS ?? (production ? 5 : 0)) * 1000,
    logLevel: env.LOG_LEVEL,
  };
}
