import type { InvitedRole } from '@openhours/contract/invitations.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { inRole } from './invited-role.ts';

/** The email with the link. It leaves out the name, because an admin typed it and it may be wrong. */
export function invitationMail(invitation: {
  email: string;
  role: InvitedRole;
  code: string;
  clinic: { readonly name: string };
  publicUrl: string;
}): Mail {
  const { email, role, code, clinic, publicUrl } = invitation;
  return {
    to: email,
    subject: `You are invited to work at ${clinic.name}`,
    text: [
      'Hello,',
      '',
      `${clinic.name} invites you to join as ${inRole(role)}. To accept, open this link within seven days:`,
      '',
      `${publicUrl}/invitation?code=${encodeURIComponent(code)}`,
      '',
      'The link is for you alone: please do not forward it. If you did not expect this invitation, ignore this email.',
    ].join('\n'),
  };
}
