import * as z from 'zod';
import { onOff } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

export const MODE = settingGroup({
  title: 'Kind of server',
  about:
    'Without any setting the server is a demo on this machine: a clinic with invented people, whose passwords are in ' +
    'the README. It listens on this machine only. If HOST, PUBLIC_URL or TRUSTED_PROXIES let others reach a demo, ' +
    'its passwords are random and printed once, when they are created. NODE_ENV=production starts a real clinic: the ' +
    'server then refuses to start with missing settings, test money or demo accounts in its data (npm run ' +
    'demo:remove).',
  settings: {
    NODE_ENV: {
      schema: z
        .enum(['production', 'development', 'test'], {
          error: 'must be production (a real clinic), development or test, in lower case',
        })
        .default('development'),
      about: '`production` for a real clinic, `development` or `test`. Any other value is refused.',
      unset: '`development`',
      example: 'production',
    },
    DEMO: {
      schema: onOff.optional(),
      about:
        'Whether to create a demo clinic with demo accounts. Refused with `DATABASE_URL`, live payment keys or those of Twilio.',
      unset: '`on`; in production `off`',
      example: 'off',
    },
  },
});

export interface ModeConfig {
  readonly production: boolean;
  /** Whether there are demo accounts and a demo clinic. */
  readonly demo: boolean;
}

export function modeConfig({ NODE_ENV, DEMO }: ValuesOf<typeof MODE>): ModeConfig {
  const production = NODE_ENV === 'production';
  return { production, demo: DEMO === undefined ? !production : DEMO === 'on' };
}
