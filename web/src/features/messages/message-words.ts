import type { MessageKind, MessageState, OutgoingMessage } from '@openhours/contract/messages.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** What an email is about. */
export const kindWords: Readonly<Record<MessageKind, string>> = {
  'confirm-address': 'Link that confirms an address',
  'confirm-new-address': 'Link that changes an address',
  'address-changed': 'Changed address',
  'phone-code': 'Code that confirms a phone number',
  'password-changed': 'Changed password',
  'password-reset': 'Link for a new password',
  'second-factor-changed': 'Change of the second factor',
  'calendar-feed-changed': 'Change of the calendar feed',
  'account-opened': 'New account',
  'dependant-has-account': 'New account of a dependant',
  'records-merged': 'Appointments added to an account',
  invitation: 'Invitation',
  'appointment-booked': 'Booked appointment',
  'appointment-reminder': 'Reminder',
  'appointment-cancelled': 'Cancelled appointment',
  'running-late': 'Delay',
  'appointment-moved': 'Moved appointment',
  'appointment-booked-again': 'Appointment booked again',
  'payment-due': 'Appointment to be paid',
  'waiting-list-offer': 'Offer from the waiting list',
  'waiting-list-ended': 'Removal from the waiting list',
  receipt: 'Receipt',
  refund: 'Refund',
  'message-waiting': 'Unread message',
  'staff-new-bookings': 'New appointments, to staff',
  'staff-cancelled-bookings': 'Cancelled appointments, to staff',
  'staff-moved-bookings': 'Moved appointment, to staff',
  'staff-morning-summary': 'Morning summary, to staff',
};

/** A kind that only a newer version knows is shown as it is stored. */
export function wordsOf(kind: string): string {
  const words: Readonly<Record<string, string>> = kindWords;
  return words[kind] ?? kind;
}

export const stateWords: Readonly<Record<MessageState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
  unreachable: { label: 'Not reached', tone: 'warning' },
  dropped: { label: 'Not sent', tone: 'neutral' },
};

/** The state of a message. What the network reported of a text message says more than that it was sent. */
export function stateOf({ state, delivery }: Pick<OutgoingMessage, 'state' | 'delivery'>): {
  label: string;
  tone: BadgeTone;
} {
  if (state !== 'sent' || delivery === undefined) return stateWords[state];
  return delivery === 'delivered'
    ? { label: 'Delivered', tone: 'positive' }
    : { label: 'Not delivered', tone: 'danger' };
}
