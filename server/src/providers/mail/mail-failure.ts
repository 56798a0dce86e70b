import type { MailOutcome } from './port.ts';

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refused the user name or password of SMTP_URL.',
  ENOAUTH: 'The mail server needs a user name and password, and SMTP_URL has none.',
  EDNS: 'There is no mail server with the name in SMTP_URL.',
  ECONNECTION: 'The mail server could not be reached, or closed the connection.',
  ESOCKET: 'The mail server could not be reached, or closed the connection.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not answer in time.',
  ETLS: 'No encrypted connection to the mail server was possible.',
  EENVELOPE: 'The mail server refused the sender or the recipient.',
  EMESSAGE: 'The mail server refused the email.',
};

/** Why an email was not sent, for an admin, with what the mail server answered. Pure. */
export function mailFailure(error: unknown, { wasHandedOver }: { wasHandedOver: boolean }): MailOutcome {
  const failure: MailError = typeof error === 'object' && error !== null ? error : {};
  const { code, response } = failure;
  const reason = (typeof code === 'string' && REASONS[code]) || 'The email could not be sent.';
  // The answer of the server, such as '535 5.7.8 Authentication failed'. Messages of other errors may contain addresses.
  const said =
    typeof response === 'string' && response !== '' ? `${reason} It answered: ${response.slice(0, 300)}` : reason;
  return { kind: kindOf(failure, wasHandedOver), said };
}

function kindOf({ code, command, response, responseCode }: MailError, wasHandedOver: boolean): MailOutcome['kind'] {
  const isAboutThisEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isAboutThisEmail && command === 'API') return 'refused';
  if (typeof responseCode !== 'number') return wasHandedOver ? 'unknown' : 'unreachable';
  // 421: the server is closing. An answer to MAIL FROM is about the clinic.
  if (!isAboutThisEmail || responseCode === 421 || command === 'MAIL FROM') return 'unreachable';
  // RFC 3463: 5.3 is the state of the server and 5.7 its policy, such as 'relay access denied'. A clinic can mend these.
  const isForEver = responseCode >= 500 && !/^5\d\d[ -]5\.[37]\./.test(String(response));
  return isForEver ? 'refused' : 'refused-for-now';
}

/** The fields that nodemailer adds to its errors. */
interface MailError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}
