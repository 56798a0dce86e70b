import { defineMessage, type Kind, type Sender } from '../messages/index.ts';

/** Tells somebody that their password was changed. A trigger queues it (`queue_password_changed`), whatever changed it. */
export function passwordChangedMessage({ clinic, publicUrl }: Sender): Kind {
  return defineMessage<Record<string, never>>({
    find: async () => ({ facts: {} }),
    write: () => ({
      subject: `Your ${clinic.name} password was changed`,
      blocks: [
        { text: `The password of your account at ${clinic.name} was changed.` },
        { text: 'If it was you, there is nothing to do. If not, choose a new one now, and tell the clinic.' },
        { label: 'Choose a new password', link: `${publicUrl}/forgot-password` },
      ],
    }),
    sample: {},
  });
}
