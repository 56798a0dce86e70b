import type { MessageState } from '@openhours/contract/messages.ts';
import { href } from '../web/src/pages.ts';
import { longName, type Screen } from './screen.ts';

const emails = { page: 'messages', signedInAs: 'admin' } as const;

function emailOf(email: {
  state: MessageState;
  kind: string;
  said: string;
  name?: string;
  email?: string;
  phone?: string;
  delivery?: 'delivered' | 'undelivered';
  tries?: number;
}) {
  const { state, kind, said, name = 'Sam Rivera', phone = '', delivery, tries = 1 } = email;
  const address = email.email ?? (phone === '' ? 'sam@openhours.example' : '');
  const at = '2026-01-05T10:05:00.000Z';
  return {
    _id: `01a1fcd7-ab4d-70b9-8039-${String(kind.length).padStart(12, '0')}`,
    kind,
    channel: phone === '' || state === 'unreachable' ? 'email' : 'text',
    to: { name, email: address, phone },
    state,
    queuedAt: at,
    ...(state === 'waiting' ? { nextTryAt: '2026-01-05T10:12:00.000Z' } : { endedAt: at }),
    tries,
    said,
    ...(delivery && { delivery }),
    can: { retry: state === 'failed' },
  };
}

/** The messages to patients, and their texts. */
export const messageScreens: readonly Screen[] = [
  {
    name: 'emails',
    ...emails,
    shows: longName,
    answers: [
      {
        to: /\/api\/messages(\?|$)/,
        body: [
          emailOf({ state: 'waiting', kind: 'refund', tries: 2, said: 'The mail server did not answer in time.' }),
          emailOf({
            state: 'failed',
            kind: 'appointment-cancelled',
            name: longName,
            email: 'maximiliane.wolfeschlegelsteinhausenbergerdorff@openhours.example',
            said: 'The mail server refused the sender or the recipient. It answered: 550 5.1.1 No such person',
          }),
          emailOf({ state: 'sent', kind: 'receipt', said: '250 2.0.0 Ok: queued as 4fQz2k1xYz' }),
          emailOf({
            state: 'sent',
            kind: 'phone-code',
            phone: '+49 1511 2345678',
            delivery: 'undelivered',
            said: 'Twilio: the telephone could not be reached (30003).',
          }),
          emailOf({
            state: 'unreachable',
            kind: 'appointment-moved',
            email: '',
            phone: '+49 30 901820',
            said: 'The recipient has no email address.',
          }),
          emailOf({ state: 'dropped', kind: 'password-reset', name: '', email: '', said: 'There is no account.' }),
        ],
      },
    ],
  },
  {
    name: 'emails-failed',
    ...emails,
    path: href.messages({ state: 'failed' }),
    shows: 'Send all failed messages again',
    answers: [
      {
        to: /\/api\/messages(\?|$)/,
        body: [emailOf({ state: 'failed', kind: 'receipt', said: 'The mail server did not answer in time.' })],
      },
    ],
  },
  { name: 'email-texts', page: 'messageTexts', shows: 'Default messages', signedInAs: 'admin' },
];
