import type { OutgoingMessage } from '@openhours/contract/messages.ts';
import { shownEmail, showPhone } from '../identity/index.ts';
import type { AddressedMessage } from './store.ts';

/** A message for admins: whom, what about, what became of it. It has no text to show. */
export function presentMessage({ message, person }: AddressedMessage): OutgoingMessage {
  const { id, kind, channel, personId, address, delivery, deliverySaid, state, queuedAt, dueAt, endedAt, tries, said } =
    message;
  const saidLast = deliverySaid ?? said;
  return {
    _id: id,
    kind,
    channel,
    to: {
      name: person?.name ?? '',
      email: channel === 'email' ? (address ?? shownEmail(person?.email ?? '')) : '',
      phone: channel === 'text' || state === 'unreachable' ? showPhone(person?.phone ?? '') : '',
    },
    state: state === 'sending' ? 'waiting' : state,
    queuedAt: queuedAt.toISOString(),
    ...(state === 'waiting' && { nextTryAt: dueAt.toISOString() }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
    tries,
    ...(saidLast !== null && { said: saidLast }),
    ...(delivery !== null && { delivery }),
    can: { retry: state === 'failed' && (address ?? personId) !== null },
  };
}
