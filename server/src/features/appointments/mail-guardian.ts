import { findPerson } from '../identity/index.ts';
import { defineMessage, type Kind } from '../messages/index.ts';

/** Tells whoever looked after somebody that this person has an account of their own now, and what this ends. */
export function dependantHasAccountMessage(clinic: { readonly name: string }): Kind {
  return defineMessage<{ name: string }>({
    async find(db, { about: { dependantId = '', name } }) {
      const dependant = await findPerson(db, dependantId);
      // Not the name that somebody typed at sign-up.
      return dependant
        ? { facts: { name: name ?? dependant.name } }
        : { notSent: 'That person has no account any more.' };
    },
    write: ({ name }) => ({
      subject: 'Somebody whom you looked after has their own account',
      blocks: [
        {
          text:
            `${name} has an account of their own at ${clinic.name} now. ` +
            `From now on, your account does not look after ${name} any more.`,
        },
        {
          text:
            `You cannot book for ${name}, and you do not see their new appointments. Appointments that are under your ` +
            `account already stay there. If ${name} was on our waiting list under your account, that has ended.`,
        },
        { text: 'If this is wrong, please call the clinic.' },
      ],
    }),
    sample: { name: 'Mia Rivera' },
  });
}
