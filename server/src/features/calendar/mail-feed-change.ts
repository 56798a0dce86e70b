import { defineMessage, type Kind, type Sender } from '../messages/index.ts';

const CREATED = {
  subject: 'A calendar address was made for your account',
  text: 'Whoever has this address can see when your appointments are.',
  advice:
    'If you made it, you need not do anything. If not, remove the calendar feed and change your password under Profile.',
};
const ENDED = {
  subject: 'Your calendar address no longer works',
  text:
    'This happens when your password or second factor is reset, when the clinic signs you out everywhere, or when you ' +
    'accept an invitation before your email address is confirmed.',
  advice: 'You can make a new one under Profile.',
};

/** Tells somebody that a calendar address was made, or that theirs ended without their doing. It does not contain it. */
export function feedChangeMessage({ clinic, publicUrl }: Sender): Kind {
  return defineMessage<typeof CREATED>({
    find: async (_db, { about }) => ({ facts: about['change'] === 'ended' ? ENDED : CREATED }),
    write: ({ subject, text, advice }) => ({
      subject,
      blocks: [
        { text: `This is about your account at ${clinic.name}. ${subject}. ${text}` },
        { text: advice },
        { label: 'Profile', link: `${publicUrl}/dashboard/profile` },
      ],
    }),
    sample: CREATED,
  });
}
