import * as z from 'zod';
import { allOrNone } from './all-or-none.ts';
import { ConfigError } from './config-error.ts';
import type { ModeConfig } from './mode.ts';
import { wholeNumber } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

export const TEXT_MESSAGES = settingGroup({
  title: 'Text messages',
  about:
    'Without these settings the clinic sends no text messages. Twilio sends them, or a service that speaks the same ' +
    'protocol; it reports their delivery to PUBLIC_URL/api/webhooks/twilio, which needs no setting there. Set ' +
    '`TWILIO_ACCOUNT_SID`, `TWILIO_AUTH_TOKEN` and `TWILIO_FROM`, or none of them.',
  settings: {
    TEXT_MESSAGES: {
      schema: z.literal('embedded', { error: 'must be embedded, or unset' }).optional(),
      about: "`embedded` shows text messages on the sandbox's telephones, and sends none.",
      unset: 'the service below, or no text messages',
      example: 'embedded',
    },
    TWILIO_ACCOUNT_SID: {
      schema: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of an account')
        .optional(),
      about: 'The id of the account, which begins with AC at Twilio.',
      example: 'AC00000000000000000000000000000000',
    },
    TWILIO_AUTH_TOKEN: {
      schema: z.string().max(200).optional(),
      about: 'The auth token of the account. It also signs the delivery reports.',
    },
    TWILIO_FROM: {
      schema: z
        .string()
        .regex(
          /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
          'must be a number like +4930901820, a messaging service, or a name of at most 11 letters and digits',
        )
        .optional(),
      about:
        'The sender: a number of the account, the id of a messaging service (MG…), or a name of at most 11 letters.',
      example: '+4930901820',
    },
    TWILIO_URL: {
      schema: z.url({ protocol: /^https?$/, error: 'must be a URL like https://api.twilio.com' }).optional(),
      about: 'The address of the service.',
      unset: '`https://api.twilio.com`',
      example: 'https://api.twilio.com',
    },
    TEXTS_PER_PERSON: {
      schema: wholeNumber(1, 100).default(6),
      about: 'How many text messages a person gets in 24 hours, besides codes that confirm a number.',
    },
    TEXTS_PER_DAY: {
      schema: wholeNumber(1, 1_000_000).default(300),
      about:
        'How many text messages the clinic sends in 24 hours. At most half of them can be codes that confirm a number. ' +
        'Further messages fail and are listed for admins.',
    },
  },
});

/** Who sends text messages: Twilio or its like, the sandbox, or nobody. */
export type TextService =
  | {
      readonly from: 'twilio';
      readonly accountSid: string;
      readonly authToken: string;
      readonly sender: string;
      readonly apiUrl: string;
    }
  | { readonly from: 'sandbox' };

/** How many text messages are sent in 24 hours at most. */
export interface TextBounds {
  readonly perPerson: number;
  readonly perDay: number;
}

export interface TextSettings {
  readonly service: TextService | undefined;
  readonly bounds: TextBounds;
}

const DEFAULT_URL = 'https://api.twilio.com';

/** @throws ConfigError for an incomplete service, or one beside the sandbox */
export function textSettings(
  env: ValuesOf<typeof TEXT_MESSAGES>,
  { production }: Pick<ModeConfig, 'production'>,
): TextSettings {
  const bounds = { perPerson: env.TEXTS_PER_PERSON, perDay: env.TEXTS_PER_DAY };
  const account = allOrNone(env, {
    all: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    beside: ['TWILIO_URL'],
  });
  if (env.TEXT_MESSAGES === 'embedded') {
    if (account) throw new ConfigError('TWILIO_ACCOUNT_SID is set, but TEXT_MESSAGES is embedded. Remove one of them.');
    return { service: { from: 'sandbox' }, bounds };
  }
  if (!account) return { service: undefined, bounds };
  const apiUrl = (env.TWILIO_URL ?? DEFAULT_URL).replace(/\/+$/, '');
  if (production && !apiUrl.startsWith('https://')) {
    throw new ConfigError('TWILIO_URL must begin with https:// in production: each request contains the auth token.');
  }
  return {
    service: {
      from: 'twilio',
      accountSid: account.TWILIO_ACCOUNT_SID,
      authToken: account.TWILIO_AUTH_TOKEN,
      sender: account.TWILIO_FROM,
      apiUrl,
    },
    bounds,
  };
}
