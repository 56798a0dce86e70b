/** What people may switch off. Without zod, for the browser and the database schema too. */
export const PATIENT_TOPICS = [
  'reminder-week',
  'reminder-day',
  'reminder-hours',
  'conversation',
  'waiting-list',
] as const;
/** Doctors get them about their own appointments, the front desk and admins about all. */
const STAFF_TOPICS = ['new-bookings', 'cancelled-bookings', 'morning-summary'] as const;
export const MESSAGE_TOPICS = [...PATIENT_TOPICS, ...STAFF_TOPICS] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

export const CHANNELS = ['email', 'text'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The topics that are also sent as text messages. */
const TEXTED: readonly MessageTopic[] = ['reminder-week', 'reminder-day', 'reminder-hours', 'waiting-list'];

/** What is on until the clinic or the person chooses. Text messages cost the clinic money, so none is. */
const ON_AT_FIRST: readonly MessageTopic[] = ['reminder-day', 'conversation', 'waiting-list'];

export function isOnAtFirst(topic: MessageTopic, channel: Channel): boolean {
  return channel === 'email' && ON_AT_FIRST.includes(topic);
}

/** Whether messages about a topic are sent through a channel at all. */
export function isSentBy(topic: MessageTopic, channel: Channel): boolean {
  return channel === 'email' || TEXTED.includes(topic);
}

export function isMessageTopic(text: string): text is MessageTopic {
  return MESSAGE_TOPICS.some((topic) => topic === text);
}

/** Of what a clinic adds to its emails. */
export const LONGEST_PARAGRAPH = 600;
