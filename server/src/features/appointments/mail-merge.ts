import { defineMessage, type Kind, type Sender } from '../messages/index.ts';

/** Tells the owner of an account that it has the appointments of another record now, which staff say is theirs. */
export function recordsMergedMessage({ clinic, publicUrl }: Sender): Kind {
  return defineMessage({
    find: async () => ({ facts: {} }),
    write: () => ({
      subject: `More appointments in your account at ${clinic.name}`,
      blocks: [
        {
          text:
            `${clinic.name} had you in its records twice: once with your account and once without. Now your account also has ` +
            'the appointments of the other record.',
        },
        { label: 'See your appointments', link: `${publicUrl}/dashboard/myAppointment` },
        { text: 'If they are not yours, please tell the clinic.' },
      ],
    }),
    sample: {},
  });
}
