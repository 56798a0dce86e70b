import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { people } from '../../database/schema/identity.ts';
import { emailsTo, findPersonByEmail } from '../identity/index.ts';
import type { MessageRow } from './store.ts';

const recipientById = prepared((db) =>
  db
    .select()
    .from(people)
    .where(eq(people.id, sql.placeholder('id')))
    .prepare('recipient'),
);

/** Where a message goes now, and whether its owner has confirmed that address; or why it goes nowhere. */
type Recipient =
  | { readonly to: string; readonly isConfirmed: boolean }
  | { readonly notSent: string; readonly isUnreachable?: true };

/**
 * A person gets messages at the address that they have now. A deleted person has none: they get what was queued with
 * the address that they had, if they had confirmed it. Nobody can confirm it later.
 */
export async function findRecipient(
  db: Database,
  { personId, address, channel }: Pick<MessageRow, 'personId' | 'address' | 'channel'>,
): Promise<Recipient> {
  if (personId === null) {
    if (address === null) return { notSent: 'The message has no recipient.' };
    const person = await findPersonByEmail(db, address);
    return { to: address, isConfirmed: person?.emailVerified ?? false };
  }
  const [person] = await recipientById(db).execute({ id: personId });
  if (!person) return { notSent: 'The recipient is not known any more.' };
  const { email, deletedAt, phone, phoneConfirmedAt } = person;
  if (channel === 'text') {
    if (phone === null) return { notSent: 'The recipient has no phone number.' };
    return { to: phone, isConfirmed: phoneConfirmedAt !== null };
  }
  if (deletedAt !== null) {
    return address === null || !person.emailVerified
      ? { notSent: 'The recipient has no account any more.' }
      : { to: address, isConfirmed: true };
  }
  const emails = emailsTo(person);
  return emails === 'no-address'
    ? { notSent: 'The recipient has no email address.', isUnreachable: true }
    : { to: email, isConfirmed: emails === 'on' };
}
