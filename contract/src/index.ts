import { agenda } from './agenda.ts';
import { appointments } from './appointments.ts';
import { audit } from './audit.ts';
import { availability } from './availability.ts';
import { booking } from './booking.ts';
import { bookingNotes } from './booking-notes.ts';
import { calendar } from './calendar.ts';
import { clinic } from './clinic.ts';
import { clinicFacts } from './clinic-facts.ts';
import { clinicHours } from './clinic-hours.ts';
import { clinicPayments } from './clinic-payments.ts';
import { closures } from './closures.ts';
import { conversations } from './conversations.ts';
import { dashboard } from './dashboard.ts';
import { dependants } from './dependants.ts';
import { doctors } from './doctors.ts';
import { emailConfirmation } from './email-confirmation.ts';
import { feed } from './feed.ts';
import { holds } from './holds.ts';
import { hours } from './hours.ts';
import { identity } from './identity.ts';
import { images } from './images.ts';
import { invitations } from './invitations.ts';
import { legalTexts } from './legal-texts.ts';
import { live } from './live.ts';
import { messageChoices } from './message-choices.ts';
import { messageTexts } from './message-texts.ts';
import { messages } from './messages.ts';
import { moderation } from './moderation.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { phoneConfirmation } from './phone-confirmation.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';
import { secondFactor } from './second-factor.ts';
import { services } from './services.ts';
import { setup } from './setup.ts';
import { statistics } from './statistics.ts';
import { treatments } from './treatments.ts';
import { visit } from './visit.ts';
import { waitingList } from './waiting-list.ts';

/**
 * Every call of the product. Server, typed client, queries, OpenAPI document and reference page are derived from it.
 */
export const contract = {
  identity,
  emailConfirmation,
  phoneConfirmation,
  schedule,
  availability,
  treatments,
  hours,
  closures,
  clinic,
  clinicFacts,
  clinicHours,
  legalTexts,
  booking,
  visit,
  holds,
  calendar,
  appointments,
  agenda,
  bookingNotes,
  waitingList,
  payments,
  clinicPayments,
  people,
  doctors,
  invitations,
  profile,
  dependants,
  secondFactor,
  dashboard,
  audit,
  images,
  feed,
  conversations,
  moderation,
  messages,
  messageChoices,
  messageTexts,
  live,
  setup,
  services,
  statistics,
};
export type Contract = typeof contract;
