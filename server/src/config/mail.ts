import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import type { ModeConfig } from './mode.ts';
import { hasNoFragment } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

const SMTP_ERROR =
  'must be embedded, or a URL like smtp://user:password@mail.example:587, in which characters like # / ? @ of a password ' +
  'are written %23 %2F %3F %40';
/** An address, alone or after a name. A name with a comma is in quotes. */
const SENDER = /^(("[^"]*"|[^"<>@,;:]*)\s*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

export const MAIL = settingGroup({
  title: 'Mail',
  settings: {
    SMTP_URL: {
      schema: z
        .literal('embedded')
        .or(z.url({ protocol: /^smtps?$/, hostname: /./, error: SMTP_ERROR }).refine(hasNoFragment, SMTP_ERROR))
        .optional(),
      about:
        "The mail server. `embedded` collects email in the sandbox's inbox; in production it must be set explicitly.",
      unset: '`embedded`; required in production',
      example: 'smtps://user:password@mail.example',
    },
    MAIL_FROM: {
      schema: z
        .string()
        .trim()
        .max(200, 'must have at most 200 characters')
        .regex(
          SENDER,
          'must be one address, like mail@clinic.example or Clinic <mail@clinic.example>; a name with a comma or colon needs quotes',
        )
        .optional(),
      about: 'The sender of every email.',
      unset: "the clinic's name at `no-reply@` and the host of `PUBLIC_URL`; required in production with a mail server",
      example: 'Openhours <no-reply@clinic.example>',
    },
  },
});

export interface MailConfig {
  /** An SMTP URL, or `embedded` for the sandbox's inbox. */
  readonly smtpUrl: string;
  /** The sender as the settings name it. */
  readonly from: string | undefined;
  /** The address of the sender, if the settings name none. */
  readonly fallbackAddress: string;
}

/** The sender of an email. */
export function senderOf(
  { from, fallbackAddress }: MailConfig,
  clinicName: string,
): string | { name: string; address: string } {
  return from ?? { name: clinicName, address: fallbackAddress };
}

/** The address of the sender, 'no-reply@clinic.example'. */
export function senderAddressOf({ from, fallbackAddress }: MailConfig): string {
  if (from === undefined) return fallbackAddress;
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

export function mailConfig(
  { SMTP_URL, MAIL_FROM }: ValuesOf<typeof MAIL>,
  { production }: ModeConfig,
): Omit<MailConfig, 'fallbackAddress'> {
  if (production && SMTP_URL === undefined) {
    throw new ConfigError(
      "SMTP_URL must be set in production: without it, email would stay in the sandbox's inbox (SMTP_URL=embedded allows that).",
    );
  }
  if (production && SMTP_URL !== 'embedded' && MAIL_FROM === undefined) {
    throw new ConfigError('MAIL_FROM must be set in production: email needs a sender.');
  }
  return { smtpUrl: SMTP_URL ?? 'embedded', from: MAIL_FROM };
}
