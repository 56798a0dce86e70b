/** A plain-text message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail in the background: a screen never waits for it, and its failure is logged, not shown. */
export interface MailSender {
  /** Takes the message and returns at once. */
  send(mail: Mail): void;
  /** Waits for what is under way, at most the sender's own deadline. */
  close(): Promise<void>;
}
