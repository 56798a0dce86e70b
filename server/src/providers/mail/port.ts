/** A plain-text email to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends email in the background: callers do not wait for it, and failures are logged, not shown. */
export interface MailSender {
  /** Takes the message and returns at once. */
  send(mail: Mail): void;
  /** Waits for emails being sent, at most the sender's own deadline. */
  close(): Promise<void>;
}
