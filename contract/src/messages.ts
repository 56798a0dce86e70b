import * as z from 'zod';

/** What a message to somebody outside our pages is about. */
export const MessageKind = z.enum([
  'password-reset',
  'second-factor-changed',
  'invitation',
  'account-opened',
  'appointment-booked',
  'appointment-cancelled',
  'receipt',
  'refund',
]);
export type MessageKind = z.infer<typeof MessageKind>;
