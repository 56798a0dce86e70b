const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refused the user name or password of SMTP_URL.',
  ENOAUTH: 'The mail server needs a user name and password, and SMTP_URL has none.',
  EDNS: 'There is no mail server with the name in SMTP_URL.',
  ECONNECTION: 'The mail server could not be reached, or closed the connection.',
  ESOCKET: 'The mail server could not be reached, or closed the connection.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'No encrypted connection to the mail server was possible.',
  EENVELOPE: 'The mail server refused the sender or the recipient.',
  EMESSAGE: 'The mail server refused the email.',
};

/** Why an email was not sent, for an admin, with what the mail server answered. Pure. */
export function mailFailure(error: unknown): string {
  const { code, response } = typeof error === 'object' && error !== null ? (error as MailError) : {};
  const reason = (typeof code === 'string' && REASONS[code]) || 'The email could not be sent.';
  // The answer of the server, such as '535 5.7.8 Authentication failed'. Messages of other errors may contain addresses.
  return typeof response === 'string' && response !== '' ? `${reason} It answered: ${response.slice(0, 300)}` : reason;
}

/** The fields that nodemailer adds to its errors. */
interface MailError {
  readonly code?: unknown;
  readonly response?: unknown;
}
