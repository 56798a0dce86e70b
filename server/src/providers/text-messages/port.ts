/** A text message to one telephone. */
interface TextMessage {
  /** E.164. */
  readonly to: string;
  /** Plain. Longer texts are charged as several messages. */
  readonly text: string;
  /** Our id, under which its delivery is reported. Without one, it is not reported. */
  readonly messageId?: string;
}

/**
 * What became of a text message. `said`: the provider's answer or what went wrong, for admins, without passwords and
 * numbers. The kinds are those of emails (`providers/mail/port.ts`):
 *
 * - `accepted`: the provider has taken it
 * - `refused`: it will never take this message
 * - `refused-for-now`: not at the moment; or for a reason that the clinic can mend, such as a country that is not allowed
 * - `unreachable`: nothing was sent: no answer, too many requests, a wrong password, an account without money
 * - `unknown`: the provider had the message, and the connection ended without its answer
 */
export interface TextOutcome {
  readonly kind: 'accepted' | 'refused' | 'refused-for-now' | 'unreachable' | 'unknown';
  readonly said: string;
  /** The provider's id of a message that it has taken. */
  readonly providerId?: string;
  /** The recipient has asked for no more messages (STOP). */
  readonly isUnsubscribed?: true;
}

/** What a signed report says about a message that the provider has taken. */
export interface TextReport {
  readonly messageId: string;
  readonly providerId: string;
  /** E.164. */
  readonly to: string;
  readonly state: 'on-its-way' | 'delivered' | 'undelivered';
  /** For admins. */
  readonly said: string;
  readonly isUnsubscribed?: true;
}

/** Sends text messages. Only the outbox (`features/messages`) and the admins' test of the service use it. */
export interface TextSender {
  /** Sends one message, within the sender's deadline. Does not reject. */
  send(message: TextMessage): Promise<TextOutcome>;
  /**
   * Reads a report of delivery. `undefined`: the signature is missing or wrong, or it is about nothing of ours.
   *
   * @param request.search the query of its address as it was requested, '?message=…'
   */
  readReport(request: { search: string; body: string; signature: string }): TextReport | undefined;
  /** Ends what is being sent. */
  close(): Promise<void>;
}
