import { type Channel, isMessageTopic, type MessageTopic } from '@openhours/contract/message-topics.ts';

/** What people can switch off. */
export const topicWords: Readonly<Record<MessageTopic, string>> = {
  'reminder-week': 'Reminder a week before an appointment',
  'reminder-day': 'Reminder a day before an appointment',
  'reminder-hours': 'Reminder two hours before an appointment',
  conversation: 'Somebody wrote to you in a conversation',
  'waiting-list': 'A time that you are waiting for is free',
  'new-bookings': 'New appointments',
  'cancelled-bookings': 'Cancelled and moved appointments',
  'morning-summary': "Today's appointments, every morning",
};

export const channelWords: Readonly<Record<Channel, string>> = { email: 'Email', text: 'Text message' };

/** The words for a topic that was read from an address. */
export function wordsOfTopic(text: string): string | undefined {
  return isMessageTopic(text) ? topicWords[text] : undefined;
}
