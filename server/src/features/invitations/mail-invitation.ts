import type { InvitedRole } from '@openhours/contract/invitations.ts';
import { findPerson } from '../identity/index.ts';
import { defineMessage, type Kind, type Sender } from '../messages/index.ts';
import { codeOf, hashCode } from './code.ts';
import { inRole } from './invited-role.ts';
import { findInvitation } from './store.ts';

const OTHER_SECRET = 'AUTH_SECRET has changed since. Send the invitation again.';
const GONE = 'The invitation was accepted, withdrawn or sent again.';

interface Facts {
  readonly role: InvitedRole;
  readonly code: string;
  /** The name of the admin who sent it. */
  readonly by: string;
}

/** The email with the link. It leaves out the name of the recipient, because an admin typed it and it may be wrong. */
export function invitationMessage({ clinic, publicUrl, secret }: Sender & { secret: string }): Kind {
  return defineMessage<Facts>({
    async find(db, { about: { invitationId = '', sentAt }, now }) {
      const invitation = await findInvitation(db, invitationId);
      if (!invitation || invitation.sentAt.toISOString() !== sentAt) return { notSent: GONE };
      if (invitation.expiresAt <= now) return { notSent: 'The invitation has expired.' };
      const code = codeOf(invitation, secret);
      if (hashCode(code) !== invitation.codeHash) return { notSent: OTHER_SECRET };
      const admin = await findPerson(db, invitation.invitedBy);
      return admin ? { facts: { role: invitation.role, code, by: admin.name } } : { notSent: GONE };
    },
    write: ({ role, code, by }) => ({
      subject: `You are invited to work at ${clinic.name}`,
      blocks: [
        {
          text: `${by} invites you to join ${clinic.name} as ${inRole(role)}. To accept, open this link within seven days:`,
        },
        { label: 'Accept the invitation', link: `${publicUrl}/invitation#code=${encodeURIComponent(code)}` },
        {
          text: 'The link is for you alone: please do not forward it. If you did not expect this invitation, ignore this email.',
        },
      ],
    }),
    sample: { role: 'doctor', code: 'sample', by: 'Ada Admin' },
    confirmsAddress: true,
  });
}
