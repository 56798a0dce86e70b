import type { AuditAction, AuditOutcome } from '@openhours/contract/audit.ts';

/** Labels of the logged actions. */
export const actionWords: Readonly<Record<AuditAction, string>> = {
  'make-admin': 'Made admin',
  'remove-admin': 'Removed the admin role',
  'make-doctor': 'Made doctor',
  'remove-doctor': 'Removed the doctor role',
  'make-front-desk': 'Gave the front desk role',
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
  'send-test-text': 'Sent a test text message',
  'send-message-again': 'Sent an email again',
  'change-messages': 'Changed what messages say or who gets them',
  'require-second-factor': 'Changed whether staff need a second factor',
  'reset-second-factor': 'Reset a second factor',
  'end-sessions': 'Ended all sessions of',
  'delete-user': 'Deleted user',
  'delete-doctor': 'Deleted doctor',
  'delete-own-account': 'Closed their own account',
  'delete-post': 'Deleted a post',
  'hide-post': 'Hid a post',
  'show-post': 'Showed a post again',
  'hide-message': 'Hid a message',
  'show-message': 'Showed a message again',
  'block-person': 'Blocked a person',
  'unblock-person': 'Unblocked a person',
  'book-for-patient': 'Booked for a patient',
  'move-appointment': 'Moved an appointment',
  'cancel-appointment': 'Cancelled an appointment',
  'mark-own-arrival': 'Marked their own unpaid appointment as arrived',
  'mark-no-show': 'Marked as a no-show',
  'undo-no-show': 'Undid a no-show',
  'mark-told': 'Recorded that a patient knows of a change',
  'undo-told': "Undid 'The patient knows'",
  'take-payment': 'Took a payment',
  'correct-payment': 'Corrected a payment',
  'pay-out-refund': 'Paid out a refund',
  'pay-out-failed-refund': 'Paid a failed refund in another way',
  'correct-payout': 'Corrected a refund paid in another way',
  'refund-payment': 'Refunded a payment',
  'state-refund': 'Recorded the outcome of a refund',
  'approve-payment': 'Approved a payment on hold',
  'reject-payment': 'Rejected a payment on hold',
  'dismiss-difference': 'Dismissed a payment difference',
  'save-patient': "Changed a patient's details",
  'merge-patients': 'Merged two records of a patient',
  'block-time': 'Blocked time',
  'unblock-time': 'Unblocked time',
  'add-to-waiting-list': 'Added to the waiting list',
  'offer-slot': 'Offered a slot manually',
  'remove-from-waiting-list': 'Removed from the waiting list',
  'export-appointments': 'Exported appointments',
  'export-statistics': 'Exported statistics',
  'refused-request': 'Request refused',
};

/** An action that only a newer version knows is shown as it is stored. */
export function wordsOf(what: string): string {
  const words: Readonly<Record<string, string>> = actionWords;
  return words[what] ?? what;
}

export const outcomeWords: Readonly<Record<AuditOutcome, string>> = {
  done: 'Done',
  refused: 'Refused',
  unchanged: 'Nothing changed',
};

/** A text whose dates and times are not broken across lines. */
export const withWholeDates = (text: string): string =>
  text.replaceAll(/[A-Z][a-z]{2} \d{1,2}, \d{4}|\d{1,2}:\d{2} [AP]M(?: - \d{1,2}:\d{2} [AP]M)?/g, (date) =>
    date.replaceAll(' ', '\u00A0'),
  );
