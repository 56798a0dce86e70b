/** An iCalendar object for the recipient's calendar (RFC 6047). */
export interface MailCalendar {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  readonly content: string;
}

/** An email to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, for programs that show it. */
  readonly html?: string;
  readonly calendar?: MailCalendar;
  /** A URL that ends emails of this kind when it gets a POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The Message-ID header, without brackets: the same in every try, so that mail programs can tell copies. */
  readonly messageId?: string;
}

/**
 * What became of an email. `said`: the server's answer or what went wrong, for admins, without passwords.
 *
 * - `accepted`: the server has taken it
 * - `refused`: it will never take this email
 * - `refused-for-now`: not at the moment; or for a reason that the clinic can mend, such as a rule of the server
 * - `unreachable`: nothing was sent: no server, no answer, no right to send
 * - `unknown`: the server had the email, and the connection ended without its answer
 */
export interface MailOutcome {
  readonly kind: 'accepted' | 'refused' | 'refused-for-now' | 'unreachable' | 'unknown';
  readonly said: string;
}

/** Sends email. Only the outbox (`features/messages`) and the admins' test of the mail server use it. */
export interface MailSender {
  /** Sends one email, within the sender's deadline. Does not reject. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Ends what is being sent. */
  close(): Promise<void>;
}
