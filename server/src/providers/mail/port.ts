/** A plain-text email to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What the mail server did with an email. `said`: why it was refused, or the server's answer. Without passwords. */
export interface MailOutcome {
  readonly isSent: boolean;
  readonly said: string;
}

/** Sends email: normally in the background, where callers do not wait for it and failures are logged, not shown. */
export interface MailSender {
  /** Takes the message and returns at once. */
  send(mail: Mail): void;
  /** Sends one email now, and waits for the mail server's answer, at most the sender's own deadlines. */
  deliver(mail: Mail): Promise<MailOutcome>;
  /** Waits for emails being sent, at most the sender's own deadline. */
  close(): Promise<void>;
}
