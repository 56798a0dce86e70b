import type { MessageKind } from '@openhours/contract/messages.ts';
import type { Database } from '../../database/database.ts';
import type { Mail } from '../../providers/mail/port.ts';

/** A message whose turn has come. */
export interface DueMessage {
  readonly personId: string | null;
  readonly address: string | null;
  readonly about: Readonly<Record<string, string>>;
  readonly language: 'en';
  readonly now: Date;
}

/** The email, or why it is not sent: a sentence for admins, without texts of the message. */
export type Composed = Mail | { readonly notSent: string };

/**
 * Writes the email of a message from what is true when its turn has come. Must be repeatable. Belongs to the feature
 * that queues the message.
 */
export type ComposeMessage = (db: Database, message: DueMessage) => Promise<Composed>;

/** Put together in `app.ts`. */
export type MessageKinds = Readonly<Record<MessageKind, ComposeMessage>>;
