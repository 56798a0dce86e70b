import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import { isSame, signature } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { defineMessage, type Kind, queueMessage } from '../messages/index.ts';
import { findPerson } from './find-people.ts';
import { CODE_MINUTES, codeEnd, DAY_MILLIS, isUsable, maySendCode } from './phone-code-rules.ts';
import {
  countWrongTry,
  findCode,
  findLastCode,
  insertCode,
  listCodesLocked,
  lockPhone,
  markPhoneConfirmed,
} from './phone-code-store.ts';
import { takesTexts } from './phone-number.ts';

type CodeSent =
  | { readonly kind: 'sent' | 'already-confirmed'; readonly phone: string }
  | Refused<'NO_PHONE' | 'TAKES_NO_TEXTS' | 'TOO_MANY_CODES'>;

type PhoneConfirmed = { readonly kind: 'confirmed' } | Refused<'WRONG_CODE' | 'CODE_OVER'>;

/** Sends a code to the number of a person, as a text message. */
export function sendPhoneCode(db: Database, { personId, now }: { personId: string; now: Date }): Promise<CodeSent> {
  return inTransaction(db, async (tx): Promise<CodeSent> => {
    const { phone, phoneConfirmedAt } = (await lockPhone(tx, personId)) ?? { phone: null, phoneConfirmedAt: null };
    if (phone === null) return { kind: 'refused', code: 'NO_PHONE' };
    if (phoneConfirmedAt !== null) return { kind: 'already-confirmed', phone };
    if (!takesTexts(phone)) return { kind: 'refused', code: 'TAKES_NO_TEXTS' };
    const sent = await listCodesLocked(tx, { personId, phone, since: new Date(now.getTime() - DAY_MILLIS) });
    if (!maySendCode(sent, { personId, phone, now })) return { kind: 'refused', code: 'TOO_MANY_CODES' };
    const id = uuidv7();
    await insertCode(tx, { id, personId, phone, sentAt: now });
    const about = { codeId: id };
    await queueMessage(tx, { kind: 'phone-code', channel: 'text', personId, about, notAfter: codeEnd(now), now });
    return { kind: 'sent', phone };
  });
}

/**
 * Confirms the number of a person with the code that they got last.
 *
 * A wrong code is counted; after five, the code is over. It is over too if there is none for this number.
 */
export function confirmPhone(
  db: Database,
  { personId, code, secret, now }: { personId: string; code: string; secret: string; now: Date },
): Promise<PhoneConfirmed> {
  return inTransaction(db, async (tx): Promise<PhoneConfirmed> => {
    const person = await lockPhone(tx, personId);
    if (!person) return { kind: 'refused', code: 'CODE_OVER' };
    if (person.phoneConfirmedAt !== null) return { kind: 'confirmed' };
    const last = await findLastCode(tx, personId);
    if (!last || !isUsable(last, { phone: person.phone, now })) return { kind: 'refused', code: 'CODE_OVER' };
    const isRight = isSame(code, phoneCodeOf(last.id, secret));
    if (isRight) await markPhoneConfirmed(tx, personId, now);
    else await countWrongTry(tx, last.id);
    return isRight ? { kind: 'confirmed' } : { kind: 'refused', code: 'WRONG_CODE' };
  });
}

/** Six digits, the same in every try to send them. */
export function phoneCodeOf(id: string, secret: string): string {
  const digest = signature(secret, `phone-code ${id}`);
  // Of 48 bits, so every code is equally likely but for one in 2^28.
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** The text message with the code. */
export function phoneCodeMessage({ clinic, secret }: { clinic: { readonly name: string }; secret: string }): Kind {
  return defineMessage<{ code: string }>({
    async find(db, { personId, about: { codeId = '' }, now }) {
      const code = await findCode(db, codeId);
      const person = personId === null ? undefined : await findPerson(db, personId);
      if (!code || !person || !isUsable(code, { phone: person.phone, now })) {
        return { notSent: 'The number has changed, or the code is over.' };
      }
      return { facts: { code: phoneCodeOf(code.id, secret) } };
    },
    write: ({ code }) => {
      const short = `${code} is your code for ${clinic.name}. It is valid for ${CODE_MINUTES} minutes. Do not give it to anyone.`;
      return { subject: `Your code for ${clinic.name}`, blocks: [{ text: short }], short };
    },
    sample: { code: '123456' },
    confirmsAddress: true,
  });
}
