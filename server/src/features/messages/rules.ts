import type { MessageKind } from '@openhours/contract/messages.ts';

const MINUTE = 60_000;
const TRY_MINUTES = 24 * 60;
/** Longer than a try can take: a message that is still being sent after that was left by a process that died. */
export const CLAIM_MILLIS = 2 * MINUTE;
/** Pauses between tries; then the last one again and again. Servers that greylist want a second try after minutes. */
const PAUSES_MINUTES = [1, 2, 4, 8, 15, 30, 60];
/** A try without an answer may have arrived. It is repeated once, so nobody gets a message more than twice by itself. */
const MOST_UNKNOWN_TRIES = 1;

export const NO_ANSWER_TWICE = 'We sent it twice and got no answer either time. It may have arrived.';
/** How long a message waits for its recipient to confirm their address. */
const HELD_DAYS = 7;
export const HELD = 'The recipient has not confirmed this address yet.';
/** How many of the messages that waited for that are sent then. */
export const MOST_RELEASED = 10;
export const TOO_MANY_HELD = `More than ${MOST_RELEASED} messages waited until the recipient confirmed this address.`;
const NEVER_CONFIRMED = 'The recipient did not confirm this address in time.';
export const UNWANTED = 'The recipient does not want these messages.';
export const TEXTS_OFF = 'The clinic sends no text messages.';
export const NUMBER_NOT_CONFIRMED = 'The recipient has not confirmed a phone number.';
const ENOUGH_FOR_PERSON = 'The recipient had as many text messages in 24 hours as TEXTS_PER_PERSON allows.';
const ENOUGH_FOR_CLINIC =
  'The clinic has sent as many text messages in 24 hours as TEXTS_PER_DAY allows. Send it again later, or set a higher limit.';
const ENOUGH_CODES =
  'In 24 hours, at most half of TEXTS_PER_DAY can be codes that confirm a number, and that many were sent. Set a higher limit.';
export const PROVIDER_HAS_IT = 'The provider has it.';
const TOO_LATE = 'It could not be sent in time.';

/**
 * The most codes that confirm a number that the clinic sends in 24 hours. Anybody can create accounts and ask for codes;
 * reminders must still be possible.
 */
function mostCodes({ perDay }: { readonly perDay: number }): number {
  return Math.ceil(perDay / 2);
}

/** What became of a try: see `providers/mail/port.ts`. */
type Outcome = 'accepted' | 'refused' | 'refused-for-now' | 'unreachable' | 'unknown';

/** A message is tried for a day. After this, a try that does not succeed is the last one. */
export function tryUntil(from: Date): Date {
  return new Date(from.getTime() + TRY_MINUTES * MINUTE);
}

/** Until when a message waits for its recipient to confirm their address. */
export function heldUntil({ queuedAt, notAfter }: { queuedAt: Date; notAfter: Date | null }): Date {
  const end = queuedAt.getTime() + HELD_DAYS * 24 * 60 * MINUTE;
  return new Date(notAfter === null ? end : Math.min(end, notAfter.getTime()));
}

/** Someone is waiting for these at a screen. */
const URGENT: ReadonlySet<MessageKind> = new Set([
  'password-reset',
  'confirm-address',
  'confirm-new-address',
  'phone-code',
]);
const AHEAD_MILLIS = 60 * MINUTE;

/**
 * The time of a message that is due now. Messages are sent in order of their times, so urgent ones get an earlier one: they
 * overtake what was queued in the last hour, such as a thousand cancellations.
 */
export function dueNow(kind: MessageKind, now: Date): Date {
  return URGENT.has(kind) ? new Date(now.getTime() - AHEAD_MILLIS) : now;
}

/**
 * Until when a text message that is due waits, so that it wakes nobody up. At night is better than too late. Pure.
 *
 * @param text.from the earliest time at which its kind wants to be sent
 */
export function textWaitsUntil({
  notAfter,
  from,
  now,
}: {
  readonly notAfter: Date | null;
  readonly from: Date | undefined;
  readonly now: Date;
}): Date | undefined {
  if (from === undefined || from <= now) return undefined;
  return notAfter === null || from < notAfter ? from : undefined;
}

/** How many text messages were sent, or may have been, in the last 24 hours. */
export interface TextCount {
  readonly toPerson: number;
  readonly byClinic: number;
  /** How many of `byClinic` were codes. */
  readonly codes: number;
}

/**
 * The final state of a claimed message that must not be tried; undefined if it is to be tried.
 *
 * @param at.sent for a text message: how many were sent before this one. `at.bounds`: how many may be sent
 */
export function endWithoutTry(
  claimed: {
    readonly providerId: string | null;
    readonly delivery: 'delivered' | 'undelivered' | null;
    readonly unknownTries: number;
    readonly isHeld: boolean;
    readonly notAfter: Date | null;
  },
  at: {
    sent: TextCount | undefined;
    bounds: Readonly<Record<'perPerson' | 'perDay', number>> | undefined;
    confirmsAddress: boolean;
    now: Date;
  },
): { readonly state: 'sent' | 'failed' | 'unreachable' | 'dropped'; readonly said: string } | undefined {
  const { sent, bounds, confirmsAddress, now } = at;
  const dropped = (said: string) => ({ state: 'dropped', said }) as const;
  // The process that tried it died, but the provider has reported since that it has the message.
  if (claimed.providerId !== null && claimed.delivery !== 'undelivered')
    return { state: 'sent', said: PROVIDER_HAS_IT };
  if (!mayTryAgain(claimed.unknownTries)) return { state: 'failed', said: NO_ANSWER_TWICE };
  if (claimed.isHeld) return { state: 'unreachable', said: NEVER_CONFIRMED };
  if (claimed.notAfter !== null && now > claimed.notAfter) return dropped(TOO_LATE);
  if (!sent) return undefined;
  if (!bounds) return dropped(TEXTS_OFF);
  if (sent.byClinic >= bounds.perDay) return { state: 'failed', said: ENOUGH_FOR_CLINIC };
  if (confirmsAddress) return sent.codes >= mostCodes(bounds) ? { state: 'failed', said: ENOUGH_CODES } : undefined;
  return sent.toPerson >= bounds.perPerson ? dropped(ENOUGH_FOR_PERSON) : undefined;
}

interface Tried {
  readonly tries: number;
  /** Before this try. */
  readonly unknownTries: number;
  readonly tryUntil: Date;
}

type Verdict =
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueAt: Date; readonly unknownTries: number }
  | { readonly state: 'failed'; readonly unknownTries: number };

/** What becomes of a message after a try. */
export function afterTry({ tries, unknownTries, tryUntil: until }: Tried, outcome: Outcome, now: Date): Verdict {
  if (outcome === 'accepted') return { state: 'sent' };
  const unknown = unknownTries + (outcome === 'unknown' ? 1 : 0);
  const isLast = outcome === 'refused' || now >= until || !mayTryAgain(unknown);
  if (isLast) return { state: 'failed', unknownTries: unknown };
  const pause = PAUSES_MINUTES[Math.min(tries, PAUSES_MINUTES.length) - 1] ?? 1;
  const dueAt = new Date(Math.min(now.getTime() + pause * MINUTE, until.getTime()));
  return { state: 'waiting', dueAt, unknownTries: unknown };
}

export function mayTryAgain(unknownTries: number): boolean {
  return unknownTries <= MOST_UNKNOWN_TRIES;
}

/** Whether an outcome is about the mail server and not about the message. */
export function isServersFault(outcome: Outcome): boolean {
  return outcome === 'unreachable' || outcome === 'unknown';
}
