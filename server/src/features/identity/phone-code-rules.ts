const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY_MILLIS = 24 * HOUR;

/** How long a code is valid, and how many wrong ones may be entered before it is not. */
export const CODE_MINUTES = 10;
const MOST_WRONG_TRIES = 5;
/** How many codes a person and a number get. */
const MOST_AN_HOUR = 3;
const MOST_A_DAY = 6;

interface Sent {
  readonly personId: string;
  readonly phone: string;
  readonly sentAt: Date;
}

/** Whether another code may go to a person and a number. @param sent the codes of the last day to either of them */
export function maySendCode(
  sent: readonly Sent[],
  { personId, phone, now }: { personId: string; phone: string; now: Date },
): boolean {
  const lastHour = now.getTime() - HOUR;
  return [sent.filter((code) => code.personId === personId), sent.filter((code) => code.phone === phone)].every(
    (codes) =>
      codes.length < MOST_A_DAY && codes.filter(({ sentAt }) => sentAt.getTime() > lastHour).length < MOST_AN_HOUR,
  );
}

/** Whether a code still confirms this number. */
export function isUsable(
  code: { readonly phone: string; readonly sentAt: Date; readonly wrongTries: number },
  { phone, now }: { phone: string | null; now: Date },
): boolean {
  return code.phone === phone && code.wrongTries < MOST_WRONG_TRIES && now < codeEnd(code.sentAt);
}

export function codeEnd(sentAt: Date): Date {
  return new Date(sentAt.getTime() + CODE_MINUTES * MINUTE);
}
