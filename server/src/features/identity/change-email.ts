import { isSame, signedToken } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { defineMessage, type Kind, queueMessage, releaseHeldMessages } from '../messages/index.ts';
import { isShown, type LinkOpened, type ShownBy } from './confirm-email.ts';
import { findPerson, findPersonByEmail } from './find-people.ts';
import { endWaitingSignIns } from './second-factor-store.ts';
import { replaceEmail } from './store.ts';

const VALID_HOURS = 24;

/** Makes the links that change the address of a person. `email` is the one that they have now. */
type NewAddressLink = (person: { id: string; email: string }, to: string, now: Date) => string;

/** Writes the address of a patient into their bookings. */
export type SetEmailOfBookings = (tx: Database, patient: { patientId: string; email: string }) => Promise<unknown>;

/**
 * A link is signed, so nothing is stored until it is opened. It names the new address, and has a mark of the old one,
 * which the owner of the new one may not know: after any change of the address, earlier links are invalid.
 */
export function newAddressLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): NewAddressLink {
  return ({ id, email }, to, now) => {
    const expires = String(Math.floor(now.getTime() / 1000) + VALID_HOURS * 3600);
    const says = [id, expires, Buffer.from(to).toString('base64url'), markOf({ id, email, secret })];
    return `${publicUrl}/confirm-email#token=${tokenOf(says, secret)}`;
  };
}

function markOf({ id, email, secret }: { id: string; email: string; secret: string }): string {
  return signedToken(secret, { purpose: 'address', boundTo: [id, email] });
}

function tokenOf(says: readonly string[], secret: string): string {
  return signedToken(secret, { purpose: 'change-email', says });
}

/** Whether a token changes an address. Other tokens confirm one. */
export const isOfNewAddress = (token: string): boolean => token.split('.').length === 5;

/**
 * Changes the address of a person to the one for which a token was made, which its owner thereby confirms. Sends what
 * waited for a confirmation, ends links for a new password, and tells the old address.
 *
 * @param change.by what shows whose account it is
 */
export function changeEmail(
  db: Database,
  change: {
    token: string;
    secret: string;
    by: ShownBy | undefined;
    setEmailOfBookings: SetEmailOfBookings;
    now: Date;
  },
): Promise<LinkOpened> {
  const { token, secret, by, setEmailOfBookings, now } = change;
  return inTransaction(db, async (tx): Promise<LinkOpened> => {
    const says = token.split('.').slice(0, -1);
    const [id = '', expires = '', encoded = '', mark = ''] = says;
    if (!isSame(token, tokenOf(says, secret)) || !(Number(expires) * 1000 > now.getTime())) return undefined;
    const to = Buffer.from(encoded, 'base64url').toString();
    const person = await findPerson(tx, id);
    if (!person) return undefined;
    const { email: from, emailVerified } = person;
    // The link was opened before.
    if (from === to) return { kind: 'confirmed', email: to };
    if (!isSame(mark, markOf({ id, email: from, secret }))) return undefined;
    if (!(await isShown(tx, by, id))) return { kind: 'whose-account', personId: id, email: from };
    if (!(await replaceEmail(tx, { personId: id, from, to, now }))) return undefined;
    await setEmailOfBookings(tx, { patientId: id, email: to });
    await endWaitingSignIns(tx, id);
    await releaseHeldMessages(tx, { personId: id, now });
    // An address that was never confirmed may be a stranger's.
    if (emailVerified) await queueMessage(tx, { kind: 'address-changed', address: from, about: { personId: id }, now });
    return { kind: 'confirmed', email: to };
  });
}

/** The email with the link, to the new address. It contains no name: whoever asked for it chose the address. */
export function newAddressMessage({ clinic, link }: { clinic: { readonly name: string }; link: NewAddressLink }): Kind {
  return defineMessage<{ link: string }>({
    async find(db, { address, about: { personId = '' }, now }) {
      const person = await findPerson(db, personId);
      if (!person || address === null) return { notSent: 'The account does not exist any more.' };
      if (await findPersonByEmail(db, address)) return { notSent: 'There is an account with this address already.' };
      return { facts: { link: link(person, address, now) } };
    },
    write: ({ link: url }) => ({
      subject: `Confirm your new email address for ${clinic.name}`,
      blocks: [
        {
          text: `Somebody wants to use this email address for their account at ${clinic.name}. If it was you, please confirm it.`,
        },
        { label: 'Confirm your new address', link: url },
        { text: 'From then on, you sign in with it, and we write to it. The link is valid for a day.' },
        { text: 'If it was not you, ignore this email.' },
      ],
    }),
    sample: {
      link: link(
        { id: '01970000-0000-7000-8000-000000000000', email: 'amina@example.org' },
        'new@example.org',
        new Date(0),
      ),
    },
    confirmsAddress: true,
  });
}

/** Tells the old address that it is not used any more. */
export function addressChangedMessage(clinic: { readonly name: string }): Kind {
  return defineMessage<Record<string, never>>({
    find: async () => ({ facts: {} }),
    write: () => ({
      subject: `Your ${clinic.name} email address was changed`,
      blocks: [
        { text: `Your account at ${clinic.name} has another email address now. We do not write to this one any more.` },
        { text: 'If it was not you, tell the clinic at once.' },
      ],
    }),
    sample: {},
    confirmsAddress: true,
  });
}
