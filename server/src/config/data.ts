import { resolve } from 'node:path';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import type { ModeConfig } from './mode.ts';
import { hasNoFragment, wholeNumber } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

const DATABASE_ERROR =
  'must be an address like postgresql://user:password@db.example/openhours, in which characters like # / ? @ of a ' +
  'password are written %23 %2F %3F %40';
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: DATABASE_ERROR }).refine(hasNoFragment, DATABASE_ERROR);

export const DATA = settingGroup({
  title: 'Data',
  settings: {
    DATA_DIR: {
      schema: z.string().default('.data'),
      about: 'The directory of the embedded PostgreSQL, uploaded images and the secret.',
    },
    DATABASE_URL: {
      schema: databaseUrl.optional(),
      about: 'A PostgreSQL server (15 or later) to use instead of the embedded one. Several nodes may share it.',
      unset: 'the embedded server in `DATA_DIR`',
      example: 'postgresql://openhours@db.example/openhours',
    },
    DATABASE_DIRECT_URL: {
      schema: databaseUrl.optional(),
      about:
        "The server's own address, if `DATABASE_URL` is that of a pooler in transaction mode, like PgBouncer. For " +
        'notifications, locks and migrations.',
      unset: '`DATABASE_URL` is the server itself',
      example: 'postgresql://openhours@db.example:5432/openhours',
    },
    DATABASE_REPLICA_URL: {
      schema: databaseUrl.optional(),
      about: 'A streaming replica, for reads that may be a second old: statistics and the audit log.',
      unset: 'everything is read from `DATABASE_URL`',
      example: 'postgresql://openhours@replica.example/openhours',
    },
    DATABASE_POOL_SIZE: {
      schema: wholeNumber(4, 1000).default(20),
      about:
        'Connections of one node for its requests. It opens up to fourteen more: ten for locks, two for free slots, one to listen, one for `/readyz`.',
    },
    DATABASE_TIMEOUT_SECONDS: {
      schema: wholeNumber(1, 300).default(10),
      about: 'After how long a statement is cancelled. Two seconds later, the node stops waiting for an answer.',
    },
    AUTH_SECRET: {
      schema: z.string().min(32, 'must have at least 32 characters').optional(),
      about: 'Signs sessions and tokens; at least 32 characters. Every node of a clinic needs the same one.',
      unset: 'created once in `DATA_DIR`; required in production together with `DATABASE_URL`',
    },
    AUTH_SECRET_BEFORE: {
      schema: z.string().min(32, 'must have at least 32 characters').optional(),
      about:
        'After a change of `AUTH_SECRET`, for one start: the one before. The secrets of authenticator apps are read with it and ' +
        'encrypted with the new one. Sessions and links in emails end all the same.',
      unset: 'authenticator apps from before a change have to be set up again',
    },
  },
});

export interface DataConfig {
  readonly dataDirectory: string;
  /** Unset: the embedded server in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  readonly database: {
    /** Unset: `databaseUrl` is no pooler. */
    readonly directUrl: string | undefined;
    readonly replicaUrl: string | undefined;
    readonly poolSize: number;
    readonly timeoutMillis: number;
  };
  /** Unset: that of the installation (`installation-secret.ts`). */
  readonly secret: string | undefined;
  readonly secretBefore: string | undefined;
}

export function dataConfig(env: ValuesOf<typeof DATA>, { production }: ModeConfig): DataConfig {
  if (production && env.DATABASE_URL !== undefined && env.AUTH_SECRET === undefined) {
    throw new ConfigError('AUTH_SECRET must be set in production: every node of the clinic needs the same one.');
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (env[name] !== undefined && env.DATABASE_URL === undefined) {
      throw new ConfigError(`${name}: has no effect without DATABASE_URL. Set both, or neither.`);
    }
  }
  return {
    dataDirectory: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    database: {
      directUrl: env.DATABASE_DIRECT_URL,
      replicaUrl: env.DATABASE_REPLICA_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      timeoutMillis: env.DATABASE_TIMEOUT_SECONDS * 1000,
    },
    secret: env.AUTH_SECRET,
    secretBefore: env.AUTH_SECRET_BEFORE,
  };
}
