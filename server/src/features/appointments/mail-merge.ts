import { defineMessage, type Kind, type Sender } from '../messages/index.ts';

/**
 * Tells the owner of an account that it has the appointments of another record now, which staff say is theirs, or of `name`,
 * whom they look after.
 */
export function recordsMergedMessage({ clinic, publicUrl }: Sender): Kind {
  return defineMessage<{ name: string | undefined }>({
    find: async (_, { about: { name } }) => ({ facts: { name } }),
    write: ({ name }) => ({
      subject: `More appointments in your account at ${clinic.name}`,
      blocks: [
        {
          text:
            name === undefined
              ? `${clinic.name} had you in its records twice: once with your account and once without. Now your account also ` +
                'has the appointments of the other record.'
              : `${clinic.name} had ${name}, whom you look after, in its records twice: once in your account and once without ` +
                'one. Now your account also has the appointments of the other record.',
        },
        { label: 'See your appointments', link: `${publicUrl}/dashboard/myAppointment` },
        { text: `If they are not ${name === undefined ? 'yours' : `for ${name}`}, please tell the clinic.` },
      ],
    }),
    sample: { name: undefined },
  });
}
