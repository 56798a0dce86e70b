import type { IdentityCheck } from '@openhours/contract/second-factor.ts';

/** For so long after a change of their number, a call to it does not show who somebody is. */
const UNPROVEN_DAYS = 30;

/**
 * Whether a check shows who asks for a reset. Whoever has got into an account could give it their own number, and wait for
 * the call. Without a number on record, the call went to a number that they named.
 */
export function isProof(
  check: IdentityCheck,
  { phone, phoneChangedAt, now }: { phone: string | null; phoneChangedAt: Date | null; now: Date },
): boolean {
  if (check !== 'call-back') return true;
  if (phone === null) return false;
  return phoneChangedAt === null || now.getTime() - phoneChangedAt.getTime() > UNPROVEN_DAYS * 86_400_000;
}

/** What a person has besides a password. */
export interface SecondFactor {
  /** A confirmed authenticator app. */
  readonly hasAuthenticator: boolean;
  readonly passkeys: readonly { readonly id: string }[];
  /** Changes with the recovery codes. */
  readonly codesMark: string | null;
}

/** A change that the person is emailed about. The phone number is one, because a call to it may lead to a reset. */
export type SecondFactorChange =
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'new-recovery-codes'
  | 'reset'
  | 'phone-changed';

/** What happened to a person's second factor. */
export function changesBetween(before: SecondFactor, after: SecondFactor): SecondFactorChange[] {
  const had = new Set(before.passkeys.map(({ id }) => id));
  const has = new Set(after.passkeys.map(({ id }) => id));
  return [
    ...(after.hasAuthenticator && !before.hasAuthenticator ? (['authenticator-added'] as const) : []),
    ...(before.hasAuthenticator && !after.hasAuthenticator ? (['authenticator-removed'] as const) : []),
    ...(after.passkeys.some(({ id }) => !had.has(id)) ? (['passkey-added'] as const) : []),
    ...(before.hasAuthenticator && after.hasAuthenticator && before.codesMark !== after.codesMark
      ? (['new-recovery-codes'] as const)
      : []),
    ...(before.passkeys.some(({ id }) => !has.has(id)) ? (['passkey-removed'] as const) : []),
  ];
}
