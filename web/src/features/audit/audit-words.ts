import type { AuditAction, AuditOutcome } from '@openhours/contract/audit.ts';

/** What was done, as the log says it. */
export const actionWords: Readonly<Record<AuditAction, string>> = {
  'make-admin': 'Made admin',
  'remove-admin': 'Removed the admin role',
  'make-doctor': 'Made doctor',
  'remove-doctor': 'Removed the doctor role',
  'register-doctor': 'Registered as doctor',
  'update-options': 'Updated appointment options',
  'delete-user': 'Deleted user',
  'delete-doctor': 'Deleted doctor',
  'delete-own-account': 'Closed the own account',
  'hide-post': 'Hid a post',
  'show-post': 'Showed a post again',
  'hide-message': 'Hid a message',
  'show-message': 'Showed a message again',
  'block-person': 'Blocked a person',
  'unblock-person': 'Unblocked a person',
};

export const outcomeWords: Readonly<Record<AuditOutcome, string>> = {
  done: 'Done',
  refused: 'Refused',
  unchanged: 'Nothing changed',
};
