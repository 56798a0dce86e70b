import type { AuditAction, AuditOutcome } from '@openhours/contract/audit.ts';

/** Labels of the logged actions. */
export const actionWords: Readonly<Record<AuditAction, string>> = {
  'make-admin': 'Made admin',
  'remove-admin': 'Removed the admin role',
  'make-doctor': 'Made doctor',
  'remove-doctor': 'Removed the doctor role',
  'make-front-desk': 'Made front desk',
  'remove-front-desk': 'Removed the front desk role',
  'register-doctor': 'Registered as doctor',
  invite: 'Invited somebody',
  'resend-invitation': 'Sent an invitation again',
  'withdraw-invitation': 'Withdrew an invitation',
  'accept-invitation': 'Accepted an invitation',
  'update-options': 'Updated appointment options',
  'create-treatment': 'Added a treatment',
  'change-treatment': 'Changed a treatment',
  'change-hours': 'Changed working hours',
  'change-clinic-hours': 'Changed opening hours',
  'close-days': 'Closed days',
  'reopen-days': 'Reopened days',
  'change-rules': 'Changed the booking rules',
  'change-clinic': "Changed the clinic's facts",
  'set-up-clinic': 'Set up the clinic',
  'send-test-mail': 'Sent a test email',
  'delete-user': 'Deleted user',
  'delete-doctor': 'Deleted doctor',
  'delete-own-account': 'Closed their own account',
  'hide-post': 'Hid a post',
  'show-post': 'Showed a post again',
  'hide-message': 'Hid a message',
  'show-message': 'Showed a message again',
  'block-person': 'Blocked a person',
  'unblock-person': 'Unblocked a person',
  'refused-request': 'Request refused',
};

export const outcomeWords: Readonly<Record<AuditOutcome, string>> = {
  done: 'Done',
  refused: 'Refused',
  unchanged: 'Nothing changed',
};
