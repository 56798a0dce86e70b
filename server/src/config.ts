import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { type PaymentSettings, paymentSettings } from './payment-settings.ts';

/**
 * Everything that can be set from outside, checked once. This file is the only reader of `process.env`;
 * `.env.example` lists the same names with their meaning.
 */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly sandboxPort: number;
  /** Where patients reach the clinic, without a trailing slash. Links in mail start with it. */
  readonly publicUrl: string;
  /** Whether the operator named `publicUrl`; if not, any host name that reaches us is our own. */
  readonly publicUrlIsFixed: boolean;
  /** How many proxies of ours stand in front and append to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  readonly dataDirectory: string;
  /** Unset: the embedded server in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  readonly secret: string;
  readonly productName: string;
  /** An IANA zone. The clinic's days and hours are in it. */
  readonly clinicTimeZone: string;
  /** ISO 4217. One per clinic, everywhere. */
  readonly currency: string;
  /** How many days ahead can be booked, today included. */
  readonly horizonDays: number;
  readonly maxUnpaidBookings: number;
  readonly rateLimits: boolean;
  /** Demo accounts and a demo clinic. */
  readonly demo: boolean;
  readonly mail: {
    /** An SMTP URL, or `embedded` for the sandbox's inbox. */ readonly smtpUrl: string;
    readonly from: string;
  };
  readonly images: ImageSettings;
  readonly signIn: {
    /** Where 'Continue with Google' leads; `embedded` is the sandbox. Unset: the button is absent. */
    readonly google: OpenIdSettings | 'embedded' | undefined;
    /** Whose tokens `POST /api/auth/session` takes, if anyone's. */
    readonly tokens: TokenIssuerSettings | undefined;
    /** Where the pictures of people who sign in this way come from. */
    readonly pictureOrigins: readonly string[];
  };
  readonly payments: PaymentSettings;
  readonly logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug';
}

export interface OpenIdSettings {
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface TokenIssuerSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Unset: found by discovery. */
  readonly jwksUrl: string | undefined;
  readonly maxAgeSeconds: number;
}

/** Where uploaded images are kept. `directory` is read in any case: images from before a change of store are there. */
export type ImageSettings = { readonly directory: string } & (
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    }
  | { readonly kind: 'imgbb'; readonly key: string; readonly endpoint: string }
);

const GOOGLE_DISCOVERY_URL = 'https://accounts.google.com/.well-known/openid-configuration';
const GOOGLE_PICTURES = 'https://lh3.googleusercontent.com';

/** A setting that cannot be right. Its message is a sentence for the operator; the boot prints it and stops. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const timeZone = z.string().refine(
  (zone) => {
    try {
      return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  },
  { error: 'must be an IANA time zone, like Europe/Berlin' },
);

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const port = whole(0, 65_535);
/** Over https, or on this very machine. */
const identityUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url), 'must begin with https://');

const onOff = z.enum(['on', 'off']);

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  SANDBOX_PORT: port.default(3100),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PRODUCT_NAME: z.string().trim().min(1).max(60).default('Openhours'),
  CLINIC_TIME_ZONE: timeZone.default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a three-letter currency code, like USD')
    .default('USD'),
  BOOKING_HORIZON_DAYS: whole(1, 730).default(180),
  MAX_UNPAID_BOOKINGS: whole(1, 1000).default(10),
  RATE_LIMITS: onOff.default('on'),
  DEMO: onOff.optional(),
  SMTP_URL: z
    .union([z.literal('embedded'), z.url({ protocol: /^smtps?$/ })], {
      error: 'must be a URL like smtp://user:password@mail.example:587, or embedded',
    })
    .optional(),
  MAIL_FROM: z.string().max(200).optional(),
  IMAGES: z.enum(['disk', 's3', 'imgbb']).default('disk'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  IMGBB_KEY: z.string().optional(),
  IMGBB_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  GOOGLE_CLIENT_ID: z.string().max(300).optional(),
  GOOGLE_CLIENT_SECRET: z.string().max(300).optional(),
  GOOGLE_DISCOVERY_URL: identityUrl.optional(),
  EXTERNAL_TOKEN_ISSUER: identityUrl.optional(),
  EXTERNAL_TOKEN_AUDIENCE: z.string().max(300).optional(),
  EXTERNAL_TOKEN_JWKS_URL: identityUrl.optional(),
  AUTH_TOKEN_MAX_AGE_SECONDS: whole(1, 3600).default(300),
  PROVIDER_PICTURE_ORIGINS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(/^https?:\/\/[\w.-]+(:\d+)?$/, 'must be origins, like https://img.example')))
    .optional(),
  PAYMENTS: z.enum(['sandbox', 'off']).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLIC_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  SSLCOMMERZ_STORE_ID: z.string().optional(),
  SSLCOMMERZ_STORE_PASSWORD: z.string().optional(),
  SSLCOMMERZ_LIVE: onOff.optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
});

/**
 * Reads the settings. Empty variables count as unset.
 *
 * @throws ConfigError with one sentence that names the variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? 'is not valid'}.`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (production) refuseWhatOnlyADemoMayDo(env);

  const demo = env.DEMO === undefined ? !production : env.DEMO === 'on';
  const payments = paymentSettings(env, { production });
  if ('fault' in payments) throw new ConfigError(payments.fault);

  const dataDirectory = resolve(env.DATA_DIR);
  return {
    production,
    port: env.PORT,
    sandboxPort: env.SANDBOX_PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    publicUrlIsFixed: env.PUBLIC_URL !== undefined,
    trustedProxies: env.TRUSTED_PROXIES,
    dataDirectory,
    databaseUrl: env.DATABASE_URL,
    secret: env.AUTH_SECRET ?? secretOf(dataDirectory),
    productName: env.PRODUCT_NAME,
    clinicTimeZone: env.CLINIC_TIME_ZONE,
    currency: env.CURRENCY,
    horizonDays: env.BOOKING_HORIZON_DAYS,
    maxUnpaidBookings: env.MAX_UNPAID_BOOKINGS,
    rateLimits: env.RATE_LIMITS === 'on',
    demo,
    mail: {
      smtpUrl: env.SMTP_URL ?? 'embedded',
      from: env.MAIL_FROM ?? `${env.PRODUCT_NAME} <no-reply@openhours.example>`,
    },
    images: imageSettings(env, join(dataDirectory, 'images')),
    signIn: signInSettings(env, { standIn: demo && !production }),
    payments: payments.settings,
    logLevel: env.LOG_LEVEL,
  };
}

/** The sandbox lets everyone in as anyone: it stands in for Google in a demo only, and never in production. */
function signInSettings(env: z.infer<typeof Environment>, { standIn }: { standIn: boolean }): Config['signIn'] {
  const google = bothOrNeither(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], ['GOOGLE_DISCOVERY_URL']);
  const tokens = bothOrNeither(env, ['EXTERNAL_TOKEN_ISSUER', 'EXTERNAL_TOKEN_AUDIENCE'], ['EXTERNAL_TOKEN_JWKS_URL']);
  return {
    google: google
      ? {
          clientId: google[0],
          clientSecret: google[1],
          discoveryUrl: env.GOOGLE_DISCOVERY_URL ?? GOOGLE_DISCOVERY_URL,
        }
      : standIn
        ? 'embedded'
        : undefined,
    tokens: tokens && {
      issuer: tokens[0],
      audience: tokens[1],
      jwksUrl: env.EXTERNAL_TOKEN_JWKS_URL,
      maxAgeSeconds: env.AUTH_TOKEN_MAX_AGE_SECONDS,
    },
    pictureOrigins: env.PROVIDER_PICTURE_ORIGINS ?? (google || tokens ? [GOOGLE_PICTURES] : []),
  };
}

/** Two settings that mean something only together, and others that mean nothing without them. */
function bothOrNeither<Name extends keyof z.infer<typeof Environment>>(
  env: z.infer<typeof Environment>,
  wanted: readonly [Name, Name],
  beside: readonly Name[],
): readonly [string, string] | undefined {
  const named = [...wanted, ...beside].find((name) => env[name] !== undefined);
  const missing = wanted.find((name) => env[name] === undefined);
  if (named !== undefined && missing !== undefined) {
    throw new ConfigError(`${missing} must be set as well, because ${named} is.`);
  }
  const [first, second] = wanted.map((name) => env[name]);
  return typeof first === 'string' && typeof second === 'string' ? [first, second] : undefined;
}

function refuseWhatOnlyADemoMayDo(env: z.infer<typeof Environment>): void {
  const missing = (name: string, why: string) => new ConfigError(`${name} must be set in production: ${why}.`);
  if (env.RATE_LIMITS === 'off') throw new ConfigError('RATE_LIMITS=off is for tests and refused in production.');
  if (env.PUBLIC_URL === undefined) throw missing('PUBLIC_URL', 'links in mail and the origin check depend on it');
  if (env.SMTP_URL === undefined) {
    throw missing('SMTP_URL', "without it mail would stay in the sandbox's inbox (name that with SMTP_URL=embedded)");
  }
  if (env.SMTP_URL !== 'embedded' && env.MAIL_FROM === undefined) throw missing('MAIL_FROM', 'mail needs a sender');
  if (env.IMGBB_ENDPOINT !== undefined) {
    throw new ConfigError('IMGBB_ENDPOINT is for the sandbox and refused in production.');
  }
  if (env.DATABASE_URL !== undefined && env.AUTH_SECRET === undefined) {
    throw missing('AUTH_SECRET', 'every node of the clinic needs the same one');
  }
}

/** The settings of one image store, whole, and none of another's. */
function imageSettings(env: z.infer<typeof Environment>, directory: string): ImageSettings {
  const needed = (name: keyof typeof env & `${'S3' | 'IMGBB'}_${string}`): string => {
    const value = env[name];
    if (value === undefined) throw new ConfigError(`${name} must be set for IMAGES=${env.IMAGES}.`);
    return value;
  };
  for (const [name, kind] of [
    ['S3_ENDPOINT', 's3'],
    ['S3_REGION', 's3'],
    ['S3_BUCKET', 's3'],
    ['S3_ACCESS_KEY_ID', 's3'],
    ['S3_SECRET_ACCESS_KEY', 's3'],
    ['IMGBB_KEY', 'imgbb'],
    ['IMGBB_ENDPOINT', 'imgbb'],
  ] as const) {
    if (env[name] !== undefined && env.IMAGES !== kind) {
      throw new ConfigError(`${name} is set, but images go elsewhere: set IMAGES=${kind} too, or leave it out.`);
    }
  }
  switch (env.IMAGES) {
    case 'disk':
      return { kind: 'disk', directory };
    case 's3': {
      const region = needed('S3_REGION');
      return {
        kind: 's3',
        directory,
        region,
        endpoint: (env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
        bucket: needed('S3_BUCKET'),
        accessKeyId: needed('S3_ACCESS_KEY_ID'),
        secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
      };
    }
    case 'imgbb': {
      const endpoint = (env.IMGBB_ENDPOINT ?? 'https://api.imgbb.com').replace(/\/+$/, '');
      return { kind: 'imgbb', directory, endpoint, key: needed('IMGBB_KEY') };
    }
  }
}

/** The secret of this installation, made once and kept beside its data. */
function secretOf(dataDirectory: string): string {
  const file = join(dataDirectory, 'auth-secret');
  mkdirSync(dataDirectory, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigError(`AUTH_SECRET: the file ${file} is damaged. Delete it to start anew.`);
  return secret;
}
