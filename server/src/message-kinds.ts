import { delayMessage, summaryMessage } from './features/agenda/index.ts';
import { accountOpenedMessage, appointmentMessage } from './features/appointments/mail-appointment.ts';
import { dependantHasAccountMessage } from './features/appointments/mail-guardian.ts';
import { recordsMergedMessage } from './features/appointments/mail-merge.ts';
import {
  bookedAgainMessage,
  cancellationMessage,
  cancelledBookingsMessage,
  movedBookingMessage,
  moveMessage,
  newBookingsMessage,
  paymentDueMessage,
  reminderMessage,
  visitLinks,
} from './features/booking/index.ts';
import { feedChangeMessage, mailCalendars } from './features/calendar/index.ts';
import { addressOf, type CurrentClinic } from './features/clinic/index.ts';
import { messageWaiting } from './features/conversations/mail-waiting.ts';
import { addressChangedMessage, newAddressLinks, newAddressMessage } from './features/identity/change-email.ts';
import { confirmationLinks, confirmationMessage } from './features/identity/confirm-email.ts';
import { phoneCodeMessage } from './features/identity/confirm-phone.ts';
import { passwordChangedMessage } from './features/identity/mail-password-changed.ts';
import { passwordResetMessage } from './features/identity/request-password-reset.ts';
import { invitationMessage } from './features/invitations/mail-invitation.ts';
import type { MessageKinds } from './features/messages/message-kind.ts';
import { receiptMessage, refundMessage } from './features/payments/index.ts';
import { changeMessage } from './features/second-factor/index.ts';
import { waitingListEndedMessage, waitingListOfferMessage } from './features/waiting-list/index.ts';

/** The emails and text messages that the clinic sends: each kind belongs to a feature. */
export function messageKinds(parts: {
  clinic: CurrentClinic;
  publicUrl: string;
  secret: string;
  calendarClinic: Parameters<typeof mailCalendars>[0];
}): MessageKinds {
  const { clinic, publicUrl, secret, calendarClinic } = parts;
  const sender = { clinic, publicUrl };
  const calendarOf = mailCalendars(calendarClinic);
  const visitLinksOf = visitLinks({ clinic, publicUrl, secret });
  const where = () => addressOf(clinic.shown);
  const confirmationLink = confirmationLinks({ publicUrl, secret });
  return {
    'confirm-address': confirmationMessage({ clinic, link: confirmationLink }),
    'confirm-new-address': newAddressMessage({ clinic, link: newAddressLinks({ publicUrl, secret }) }),
    'address-changed': addressChangedMessage(clinic),
    'phone-code': phoneCodeMessage({ clinic, secret }),
    'password-reset': passwordResetMessage(sender),
    'password-changed': passwordChangedMessage(sender),
    'second-factor-changed': changeMessage(clinic),
    'calendar-feed-changed': feedChangeMessage(sender),
    invitation: invitationMessage({ ...sender, secret }),
    'appointment-booked': appointmentMessage({ ...sender, visitLinksOf, where, calendarOf }),
    'account-opened': accountOpenedMessage({ ...sender, confirmationLink }),
    'dependant-has-account': dependantHasAccountMessage(clinic),
    'records-merged': recordsMergedMessage(sender),
    'appointment-cancelled': cancellationMessage({ ...sender, calendarOf }),
    'appointment-moved': moveMessage({ ...sender, visitLinksOf, calendarOf }),
    'appointment-reminder': reminderMessage({ clinic, where, visitLinksOf, calendarOf }),
    'running-late': delayMessage(clinic),
    'appointment-booked-again': bookedAgainMessage({ ...sender, calendarOf }),
    'payment-due': paymentDueMessage({ ...sender, calendarOf }),
    'waiting-list-offer': waitingListOfferMessage(sender),
    'waiting-list-ended': waitingListEndedMessage(sender),
    receipt: receiptMessage(sender),
    refund: refundMessage(sender),
    'message-waiting': messageWaiting(sender),
    'staff-new-bookings': newBookingsMessage(sender),
    'staff-cancelled-bookings': cancelledBookingsMessage(sender),
    'staff-moved-bookings': movedBookingMessage(sender),
    'staff-morning-summary': summaryMessage(sender),
  };
}
