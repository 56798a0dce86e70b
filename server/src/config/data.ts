import { join, resolve } from 'node:path';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { installationSecret } from './installation-secret.ts';
import type { ModeConfig } from './mode.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

export const DATA = settingGroup({
  title: 'Data',
  settings: {
    DATA_DIR: {
      schema: z.string().default('.data'),
      about: 'The directory of the embedded PostgreSQL, uploaded images and the secret.',
    },
    DATABASE_URL: {
      schema: z
        .url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgresql://user@db.example/openhours' })
        .optional(),
      about: 'A PostgreSQL server (15 or later) to use instead of the embedded one. Several nodes may share it.',
      unset: 'the embedded server in `DATA_DIR`',
      example: 'postgresql://openhours@db.example/openhours',
    },
    AUTH_SECRET: {
      schema: z.string().min(32, 'must have at least 32 characters').optional(),
      about: 'Signs sessions and tokens; at least 32 characters. Every node of a clinic needs the same one.',
      unset: 'created once in `DATA_DIR`; required in production together with `DATABASE_URL`',
    },
  },
});

export interface DataConfig {
  readonly dataDirectory: string;
  /** Unset: the embedded server in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  readonly secret: string;
}

export function dataConfig(env: ValuesOf<typeof DATA>, { production }: ModeConfig): DataConfig {
  if (production && env.DATABASE_URL !== undefined && env.AUTH_SECRET === undefined) {
    throw new ConfigError('AUTH_SECRET must be set in production: every node of the clinic needs the same one.');
  }
  const dataDirectory = resolve(env.DATA_DIR);
  return {
    dataDirectory,
    databaseUrl: env.DATABASE_URL,
    secret: env.AUTH_SECRET ?? installationSecret(join(dataDirectory, 'auth-secret')),
  };
}
