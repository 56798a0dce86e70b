import { errorCode } from '../../error-code.ts';
import type { TextOutcome } from './port.ts';

/** Twilio's codes of errors that the clinic reads about, as the ends of 'Twilio: …'. */
const MEANINGS: Readonly<Record<number, string>> = {
  20003: 'the account id or the auth token is wrong',
  20005: 'the account is not active',
  20429: 'too many requests',
  21211: 'this is not a valid phone number',
  21408: "messages to the number's country are not enabled in the account",
  21606: 'TWILIO_FROM is not a number of the account that can send text messages',
  21610: 'the recipient has answered STOP',
  21611: 'too many messages are waiting',
  21612: 'TWILIO_FROM cannot send to this number',
  21614: 'this number takes no text messages',
  30001: 'too many messages were waiting',
  30002: 'the account is suspended',
  30003: 'the telephone could not be reached',
  30004: 'the network or the recipient blocked the message',
  30005: 'the number does not exist or is switched off',
  30006: 'a landline, or a network that takes no text messages',
  30007: 'the network took the message for spam',
  30008: 'the network did not say why',
  63038: "the account's daily limit is reached",
};

const UNSUBSCRIBED = 21610;
/** Errors of the clinic's account, not of one message: nothing would be sent. */
const ACCOUNT_ERRORS = [20003, 20005, 20429, 21603, 21606, 21659, 30001, 30002, 63038];
/** Errors of one message that the clinic can mend, or that pass. */
const PASSING_ERRORS = [21408, 21611];

/** 'Twilio: the telephone could not be reached (30003).' */
export function sentenceOf(code: number | undefined, otherwise: string): string {
  const meaning = (code !== undefined && MEANINGS[code]) || otherwise;
  return `Twilio: ${meaning}${code === undefined ? '' : ` (${code})`}.`;
}

export function unsubscribedBy(code: number | undefined): { isUnsubscribed?: true } {
  return code === UNSUBSCRIBED ? { isUnsubscribed: true } : {};
}

/** What became of a message that Twilio answered with this status and code. Pure. */
export function refusalOfTwilio(status: number, code: number | undefined): TextOutcome {
  const said = sentenceOf(code, `it answered ${status}`);
  return { kind: kindOf(status, code), said, ...unsubscribedBy(code) };
}

function kindOf(status: number, code: number | undefined): TextOutcome['kind'] {
  if (code !== undefined && ACCOUNT_ERRORS.includes(code)) return 'unreachable';
  if (code !== undefined && PASSING_ERRORS.includes(code)) return 'refused-for-now';
  // 404: a wrong account or address. 503: refused because of its load.
  if ([401, 403, 404, 408, 429, 503].includes(status)) return 'unreachable';
  // Other failures of theirs say nothing about what was done before them.
  if (status >= 500) return 'unknown';
  return 'refused';
}

/** Failures of a connection before anything was sent. */
const NOTHING_SENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** What became of a message without an answer. Pure. */
export function withoutAnswer(error: unknown): TextOutcome {
  const code = errorCode(error instanceof Error ? error.cause : undefined) ?? '';
  const isTls = code.startsWith('ERR_TLS') || code.includes('CERT');
  if (NOTHING_SENT.includes(code) || isTls)
    return { kind: 'unreachable', said: `Twilio could not be reached (${code}).` };
  return { kind: 'unknown', said: 'Twilio did not answer in time, or closed the connection.' };
}
