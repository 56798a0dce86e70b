import type { OutgoingMessage } from '@openhours/contract/messages.ts';
import { shownEmail } from '../identity/index.ts';
import type { AddressedMessage } from './store.ts';

/** A message for admins: whom, what about, what became of it. It has no text to show. */
export function presentMessage({ message, person }: AddressedMessage): OutgoingMessage {
  const { id, kind, address, state, queuedAt, dueAt, endedAt, tries, said } = message;
  return {
    _id: id,
    kind,
    to: { name: person?.name ?? '', email: address ?? shownEmail(person?.email ?? '') },
    state: state === 'sending' ? 'waiting' : state,
    queuedAt: queuedAt.toISOString(),
    ...(state === 'waiting' && { nextTryAt: dueAt.toISOString() }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
    tries,
    ...(said !== null && { said }),
    can: { retry: state === 'failed' },
  };
}
