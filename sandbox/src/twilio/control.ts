import type { Delivery } from '../deliveries.ts';
import type { Outage } from '../disturbances.ts';

/** The options of the sandbox's account. */
export interface TwilioSettings {
  authToken?: string;
}

/** A text message, as the telephone shows it. */
export interface TextMessage {
  sid: string;
  from: string;
  to: string;
  text: string;
  /** When it arrived, ISO 8601 in UTC. */
  date: string;
  status: MessageStatus;
  errorCode: number | null;
  /** Where its delivery is reported; null: nowhere. */
  statusCallback: string | null;
  /** The answers to its reports, oldest first; null without an answer. */
  reportAnswers: (number | null)[];
}

export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'undelivered';

/** What becomes of messages: they arrive, the network does not deliver them, or nobody says. */
export const outcomes = ['delivered', 'undelivered', 'sent'] as const;

/** Control of the telephones for tests and the sandbox's page, in addition to Twilio's protocol. */
export interface TwilioControl {
  readonly accountSid: string;
  readonly authToken: string;
  /** Newest first, as copies; with a number, only messages to it. */
  messages(to?: string): TextMessage[];
  /** What becomes of later messages. */
  choose(outcome: (typeof outcomes)[number]): void;
  /** How delivery is reported. */
  deliverReports(delivery: Delivery): void;
  /** Sends the reports of this message again; without an id, all that were not accepted, oldest first. */
  sendReportsNow(sid?: string): Promise<{ sid: string; messageStatus: string; status: number | null }[]>;
  /** Resolves when no report is being sent. Does not wait for withheld ones. */
  settled(): Promise<void>;
  /** The owner of a telephone answers STOP (or START): messages to it are refused (or accepted again). */
  answer(number: string, word: 'STOP' | 'START'): void;
  /** Makes every call fail in this way; undefined ends it. Does not affect other providers. */
  outage(outage: Outage | undefined): void;
}
