import type { MessageTopic } from '@openhours/contract/message-topics.ts';
import type { MessageKind } from '@openhours/contract/messages.ts';
import type { Database } from '../../database/database.ts';
import type { MailCalendar } from '../../providers/mail/port.ts';

/** A message whose turn has come. */
interface DueMessage {
  readonly id: string;
  readonly personId: string | null;
  readonly address: string | null;
  readonly about: Readonly<Record<string, string>>;
  readonly language: 'en';
  readonly now: Date;
}

/** A part of an email, in reading order. Texts are plain: no markup, any characters. */
export type Block =
  | { readonly text: string }
  /** What and when, as labels and values. */
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  /** Words of a person, which may have several lines. */
  | { readonly quote: string }
  | { readonly link: string; readonly label: string };

/** What a message says, without the greeting and the clinic's name, which every email has. */
export interface Written {
  /** Names no treatment: others can read it on a locked telephone. */
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** The whole message for a telephone, in plain words: about 150 letters, and the clinic's name. */
  readonly short?: string;
  /** The appointment for the calendar of the recipient, an email address. */
  readonly calendar?: ((recipient: string) => MailCalendar) | undefined;
}

/** `notSent`: why it is not sent, a sentence for admins without texts of the message. */
type Found<Facts> = { readonly facts: Facts } | { readonly notSent: string };

/** A kind of message. Belongs to the feature that queues it. */
interface MessageDefinition<Facts> {
  /** Reads what is true when its turn has come. Must be repeatable. */
  find(db: Database, message: DueMessage): Promise<Found<Facts>>;
  write(facts: Facts): Written;
  /** Invented facts, to show admins what the email looks like. */
  readonly sample: Facts;
  /** It may go to an address that no account has confirmed: it is how somebody confirms it, or they had it before. */
  readonly confirmsAddress?: true;
  /** The topic under which people can switch it off. Without one it is always sent. Its messages are to a person. */
  topicOf?(about: DueMessage['about']): MessageTopic;
  /** The earliest time to send it as a text message. Undefined: at once. */
  textFrom?(now: Date, about: DueMessage['about']): Date | undefined;
  /** What the sample is about, if the topic depends on it. */
  readonly sampleAbout?: DueMessage['about'];
}

/** A kind of message without the type of its facts. */
export interface Kind {
  compose(db: Database, message: DueMessage): Promise<Written | { readonly notSent: string }>;
  sample(): Written;
  readonly confirmsAddress: boolean;
  topicOf(about: DueMessage['about']): MessageTopic | undefined;
  textFrom(now: Date, about: DueMessage['about']): Date | undefined;
  sampleTopic(): MessageTopic | undefined;
}

/** The clinic as the sender of its messages. */
export interface Sender {
  readonly clinic: { readonly name: string; readonly timeZone: string };
  readonly publicUrl: string;
}

/** Put together in `message-kinds.ts`. */
export type MessageKinds = Readonly<Record<MessageKind, Kind>>;

export function defineMessage<Facts>(definition: MessageDefinition<Facts>): Kind {
  return {
    async compose(db, message) {
      const found = await definition.find(db, message);
      return 'notSent' in found ? found : definition.write(found.facts);
    },
    sample: () => definition.write(definition.sample),
    confirmsAddress: definition.confirmsAddress ?? false,
    topicOf: (about) => definition.topicOf?.(about),
    textFrom: (now, about) => definition.textFrom?.(now, about),
    sampleTopic: () => definition.topicOf?.(definition.sampleAbout ?? {}),
  };
}
