import { href } from '../web/src/pages.ts';
import { demoAccounts } from './people.ts';
import { inTurn, longName, type Screen } from './screen.ts';

const openedInvitation = {
  page: 'invitation',
  path: `${href.invitation()}#code=none`,
} as const;
const openInvitation = /\/api\/invitations\/open$/;
const invitationFor = (email: string, hasAccount: boolean) => [
  { to: openInvitation, body: { email, name: 'Dora Doc', role: 'doctor', hasAccount } },
];

function invitationOf(invitation: {
  name: string;
  email: string;
  isExpired?: boolean;
  specialties?: readonly string[];
}) {
  return {
    _id: `01a1fcd7-ab4d-70b9-8038-${String(invitation.name.length).padStart(12, '0')}`,
    role: 'doctor',
    specialties: [],
    invitedBy: 'Ada Admin',
    sentAt: '2026-01-05T10:05:00.000Z',
    expiresAt: '2026-01-12T10:05:00.000Z',
    isExpired: false,
    ...invitation,
  };
}

/** The invitations of staff, and the page behind their link. */
export const invitationScreens: readonly Screen[] = [
  ...inTurn(
    {
      name: 'invitations',
      page: 'invitations',
      shows: longName,
      signedInAs: 'admin',
      answers: [
        {
          to: /\/api\/invitations$/,
          body: [
            invitationOf({
              name: longName,
              email: 'maximiliane.wolfeschlegelsteinhausenbergerdorff@openhours.example',
            }),
            invitationOf({
              name: 'Dora Doc',
              email: 'dora@openhours.example',
              isExpired: true,
              specialties: ['Cardiology', 'Fluoride Treatment'],
            }),
          ],
        },
      ],
    },
    {
      name: 'invitations-errors',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Send invitation' }).click();
        await page.getByText('Name is Required').waitFor();
      },
    },
  ),
  { name: 'invitations-none', page: 'invitations', shows: 'No open invitations', signedInAs: 'admin' },
  {
    name: 'invitation-new-account',
    ...openedInvitation,
    shows: 'Accept and sign in',
    answers: invitationFor('dora@openhours.example', false),
  },
  {
    name: 'invitation-accept',
    ...openedInvitation,
    shows: 'Accept the invitation',
    signedInAs: 'patient',
    answers: invitationFor(demoAccounts.patient.email, true),
  },
  {
    name: 'invitation-other-account',
    ...openedInvitation,
    shows: 'Use the other account',
    signedInAs: 'patient',
    answers: invitationFor('dora@openhours.example', true),
  },
  {
    name: 'invitation-invalid',
    ...openedInvitation,
    shows: 'no longer valid',
    fails: { status: 404, path: '/api/invitations/open' },
  },
];
