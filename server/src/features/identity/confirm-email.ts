import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { isSame, signedToken } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import {
  defineMessage,
  hurryMessage,
  type Kind,
  queueMessage,
  releaseHeldMessages,
  withdrawMessage,
} from '../messages/index.ts';
import { findPerson, findPersonByEmail, keepAddress, lockPerson } from './find-people.ts';
import { keepPasswordHash, keepSession, markEmailVerified } from './store.ts';

const VALID_DAYS = 7;
/** If the process dies between the queueing and the sign-up's commit, the email leaves so late, if there is an account. */
const LOOK_AGAIN_MILLIS = 60_000;

interface Address {
  readonly id: string;
  readonly email: string;
}

/** Makes the links that confirm an address. */
type ConfirmationLink = (person: Address, now: Date) => string;

/**
 * A link is signed, so it can be made whenever its email is sent, and nothing is stored. It confirms one address of one
 * person for a week.
 */
export function confirmationLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): ConfirmationLink {
  return ({ id, email }, now) => {
    const expires = String(Math.floor(now.getTime() / 1000) + VALID_DAYS * 86_400);
    return `${publicUrl}/confirm-email#token=${tokenOf({ id, email, expires, secret })}`;
  };
}

function tokenOf({ id, email, expires, secret }: Address & { expires: string; secret: string }): string {
  return signedToken(secret, { purpose: 'confirm-email', says: [id, expires], boundTo: [email] });
}

/**
 * What opening a link does. `whose-account`: nothing yet, because it has not been shown that whoever opens the link, and so
 * reads the address, also uses the account.
 */
export type LinkOpened =
  | { readonly kind: 'confirmed'; readonly email: string }
  | { readonly kind: 'whose-account'; readonly personId: string; readonly email: string }
  | undefined;

/** What shows that whoever opens a link uses the account: a session of it, or its password, which had this hash. */
export type ShownBy = { readonly personId: string } & (
  | { readonly sessionId: string }
  | { readonly hash: string | undefined }
);

/**
 * Whether the session or the hash is still the account's: the password may have been reset since they were found.
 * Locks: a reset waits until this transaction ends.
 */
export async function isShown(tx: Database, by: ShownBy | undefined, personId: string): Promise<boolean> {
  if (by?.personId !== personId || !(await lockPerson(tx, personId))) return false;
  return 'sessionId' in by ? keepSession(tx, by) : keepPasswordHash(tx, by);
}

/**
 * Confirms the address for which a token was made, and sends what waited for that.
 *
 * @param opened.by what shows whose account it is
 */
export function confirmEmail(
  db: Database,
  { token, secret, by, now }: { token: string; secret: string; by: ShownBy | undefined; now: Date },
): Promise<LinkOpened> {
  return inTransaction(db, async (tx): Promise<LinkOpened> => {
    const [id = '', expires = ''] = token.split('.');
    if (!isUuid(id) || !(Number(expires) * 1000 > now.getTime())) return undefined;
    const person = await findPerson(tx, id);
    if (!person) return undefined;
    const { email, emailVerified } = person;
    if (!isSame(token, tokenOf({ id, email, expires, secret }))) return undefined;
    if (emailVerified) return { kind: 'confirmed', email };
    if (!(await isShown(tx, by, id))) return { kind: 'whose-account', personId: id, email };
    if (!(await keepAddress(tx, { personId: id, email }))) return undefined;
    await confirmAddress(tx, { personId: id, now });
    return { kind: 'confirmed', email };
  });
}

/** Marks the address that a person has now as confirmed, and sends what waited for that. Returns false if it was already. */
export async function confirmAddress(
  tx: Database,
  { personId, now }: { personId: string; now: Date },
): Promise<boolean> {
  const wasUnconfirmed = await markEmailVerified(tx, { personId, now });
  await releaseHeldMessages(tx, { personId, now });
  return wasUnconfirmed;
}

/**
 * Queues the link for whoever is signing up with an address, before the account exists: the identity service writes it
 * in a transaction of its own. Then the link is sent at once, or withdrawn if the sign-up was refused.
 */
export async function queueConfirmationOfSignUp(
  db: Database,
  { email: address, now }: { email: string; now: Date },
): Promise<{ readonly send: () => Promise<void>; readonly withdraw: () => Promise<void> }> {
  const message = { id: uuidv7(), kind: 'confirm-address', now } as const;
  await queueMessage(db, { ...message, address, notBefore: new Date(now.getTime() + LOOK_AGAIN_MILLIS) });
  return { send: () => hurryMessage(db, message), withdraw: () => withdrawMessage(db, message.id) };
}

/** The email with the link. It contains no name: whoever signed up with the address chose it. */
export function confirmationMessage({
  clinic,
  link,
}: {
  clinic: { readonly name: string };
  link: ConfirmationLink;
}): Kind {
  return defineMessage<{ link: string }>({
    async find(db, { personId, address, now }) {
      const person = personId === null ? await findPersonByEmail(db, address ?? '') : await findPerson(db, personId);
      if (!person) return { notSent: 'There is no account with the address.' };
      if (person.emailVerified) return { notSent: 'The address is confirmed already.' };
      return { facts: { link: link(person, now) } };
    },
    write: ({ link: url }) => ({
      subject: `Confirm your email address for ${clinic.name}`,
      blocks: [
        {
          text: `Somebody opened an account at ${clinic.name} with this email address. If it was you, please confirm it.`,
        },
        { label: 'Confirm your address', link: url },
        { text: 'After that, we can send you emails about your appointments. The link is valid for seven days.' },
        { text: 'If you did not open an account, ignore this email.' },
      ],
    }),
    sample: { link: link({ id: '01970000-0000-7000-8000-000000000000', email: 'amina@example.org' }, new Date(0)) },
    confirmsAddress: true,
  });
}
