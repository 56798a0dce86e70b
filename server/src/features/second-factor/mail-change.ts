import { findPerson, findSecondFactor } from '../identity/index.ts';
import { defineMessage, type Kind } from '../messages/index.ts';
import { changesBetween, type SecondFactor, type SecondFactorChange } from './rules.ts';

const CHANGED: Readonly<Record<SecondFactorChange, { subject: string; sentence: string }>> = {
  'authenticator-added': {
    subject: 'An authenticator app was added to your account',
    sentence: 'From now on, signing in also needs a code from that app. Your other sessions may have been signed out.',
  },
  'authenticator-removed': {
    subject: 'The authenticator app was removed from your account',
    sentence: 'Signing in no longer needs a code from that app. Its recovery codes no longer work.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    sentence: 'You can sign in with it. Your password alone no longer signs you in.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    sentence: 'It can no longer be used to sign in.',
  },
  'new-recovery-codes': {
    subject: 'You have new recovery codes',
    sentence: 'The recovery codes that you had before no longer work.',
  },
  reset: {
    subject: 'Your second factor was reset',
    sentence:
      'The clinic has removed your authenticator app and your passkeys, and has signed you out everywhere. You can ' +
      'sign in with your password, and set up a second factor again under Security.',
  },
  'phone-changed': {
    subject: 'Your phone number was changed or removed',
    sentence:
      'If you lose your second factor, the clinic may call the number in your profile to check that it is you. It does ' +
      'not call a number that is newer than 30 days.',
  },
};

/** The email about a change. It contains no name: it is whatever was typed at sign-up. */
export function changeMessage(clinic: { readonly name: string }): Kind {
  return defineMessage<SecondFactorChange>({
    async find(db, { personId, about: { change: queued, before } }) {
      const person = personId === null ? undefined : await findPerson(db, personId);
      if (!person) return { notSent: 'The person has no account any more.' };
      const change = queued ?? firstChangeSince(before, await findSecondFactor(db, person.id));
      if (change === undefined) return { notSent: 'Nothing has changed.' };
      if (!isChange(change)) throw new Error(`There is no such change of a second factor: ${change}`);
      return { facts: change };
    },
    write: (change) => {
      const { subject, sentence } = CHANGED[change];
      return {
        subject,
        blocks: [
          { text: `${subject} at ${clinic.name}. ${sentence}` },
          { text: 'If you did not expect this, change your password and tell the clinic.' },
        ],
      };
    },
    sample: 'passkey-added',
  });
}

/** What happened since a call of which nobody knows the end: one change, as a call makes one. */
function firstChangeSince(before: string | undefined, after: SecondFactor): SecondFactorChange | undefined {
  // Only `watchSecondFactor` writes it.
  return before === undefined ? undefined : changesBetween(JSON.parse(before) as SecondFactor, after)[0];
}

function isChange(change: string): change is SecondFactorChange {
  return Object.hasOwn(CHANGED, change);
}
