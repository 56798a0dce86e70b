import { CLIENT_ADDRESS_HEADER } from './call/client-address-header.ts';
import { agendaApi } from './features/agenda/api.ts';
import { bookingNotesApi } from './features/agenda/notes-api.ts';
import { appointmentsApi } from './features/appointments/api.ts';
import { waitForPatientApi } from './features/appointments/waiting-api.ts';
import { auditApi } from './features/audit/api.ts';
import { bookingApi } from './features/booking/api.ts';
import { holdsApi } from './features/booking/holds-api.ts';
import { setEmailOfBookings } from './features/booking/index.ts';
import { visitApi } from './features/booking/visit-api.ts';
import { calendarApi } from './features/calendar/api.ts';
import { clinicApi } from './features/clinic/api.ts';
import { clinicFactsApi } from './features/clinic/facts-api.ts';
import { legalTextsApi } from './features/clinic/legal-texts-api.ts';
import { conversationsApi } from './features/conversations/api.ts';
import { dashboardApi } from './features/dashboard/api.ts';
import { dependantsApi } from './features/dependants/api.ts';
import { feedApi } from './features/feed/api.ts';
import { hoursApi } from './features/hours/api.ts';
import { clinicHoursApi } from './features/hours/clinic-hours-api.ts';
import { closuresApi } from './features/hours/closures-api.ts';
import { identityApi } from './features/identity/api.ts';
import type { Auth } from './features/identity/auth.ts';
import { emailConfirmationApi } from './features/identity/email-confirmation-api.ts';
import { phoneConfirmationApi } from './features/identity/phone-confirmation-api.ts';
import { imagesApi } from './features/images/api.ts';
import { invitationsApi } from './features/invitations/api.ts';
import { messagesApi } from './features/messages/api.ts';
import { messageChoicesApi } from './features/messages/choices-api.ts';
import { messageTextsApi } from './features/messages/texts-api.ts';
import { moderationApi } from './features/moderation/api.ts';
import { adminPaymentsApi } from './features/payments/admin-api.ts';
import { paymentsApi } from './features/payments/api.ts';
import { clinicPaymentsApi } from './features/payments/clinic-payments-api.ts';
import { listPaymentsMadeFor } from './features/payments/index.ts';
import { peopleApi } from './features/people/api.ts';
import { profileApi } from './features/profile/api.ts';
import { scheduleApi } from './features/schedule/api.ts';
import { availabilityApi } from './features/schedule/availability-api.ts';
import { treatmentsApi } from './features/schedule/treatments-api.ts';
import { secondFactorApi } from './features/second-factor/api.ts';
import { servicesApi } from './features/services/api.ts';
import { type SignIn, setupApi } from './features/setup/api.ts';
import { statisticsApi } from './features/statistics/api.ts';
import { waitingListApi } from './features/waiting-list/api.ts';
import { signedInMark } from './http/signed-in-mark.ts';
import type { Services } from './services.ts';

/** What answers each call of the contract. */
export function createRouter(services: Services) {
  const { config, db, clinic, auth, accessTokens, newPasswords, secureCookies, limits, answers, known, live } =
    services;
  const { cancelBookings, moveAppointment, imageStores, imageDecoder, calendarClinic, mail, texts, writeSample } =
    services;
  const { payments, paymentServices, takesPayments, jobs } = services;
  const { secret, publicUrl } = config;
  const { cardEntry, hostedPageOrigins } = payments;
  return {
    identity: identityApi({ accessTokens }),
    emailConfirmation: emailConfirmationApi({ limits, secret, setEmailOfBookings }),
    phoneConfirmation: phoneConfirmationApi({ isOn: texts !== undefined, secret }),
    schedule: scheduleApi({ answers }),
    availability: availabilityApi({ clinic }),
    treatments: treatmentsApi({ clinic }),
    hours: hoursApi({ clinic, cancelBookings }),
    closures: closuresApi({ clinic, cancelBookings }),
    clinic: clinicApi({ takesPayments }),
    clinicFacts: clinicFactsApi({ clinic }),
    legalTexts: legalTextsApi(),
    clinicHours: clinicHoursApi({ clinic, cancelBookings }),
    images: imagesApi({ stores: imageStores, decoder: imageDecoder }),
    booking: bookingApi({ db, settings: clinic, known, notify: live.notify, cancelBookings, moveAppointment }),
    visit: visitApi({ settings: clinic, secret, cancelBookings, moveAppointment, listPaymentsMadeFor }),
    holds: holdsApi({ db, known, notify: live.notify }),
    calendar: calendarApi({ clinic: calendarClinic, publicUrl, secret }),
    appointments: appointmentsApi({ settings: clinic }),
    agenda: agendaApi({ clinic, cancelBookings }),
    bookingNotes: bookingNotesApi({ clinic }),
    waitingList: { ...waitingListApi({ clinic, moveAppointment }), ...waitForPatientApi({ settings: clinic }) },
    ...peopleApi({ cancelBookings, newPasswords }),
    invitations: invitationsApi({ secret, newPasswords }),
    profile: profileApi({ limits, clinic, cancelBookings }),
    dependants: dependantsApi({ clinic }),
    secondFactor: secondFactorApi(),
    dashboard: dashboardApi({ clinic }),
    audit: auditApi({ clinic }),
    feed: feedApi(),
    conversations: conversationsApi({ notify: live.notify }),
    moderation: moderationApi(),
    messages: messagesApi(),
    messageTexts: messageTextsApi({ writeSample }),
    messageChoices: messageChoicesApi({ secret, sendsTexts: texts !== undefined }),
    setup: setupApi({ clinic, newPasswords, signIn: signInWith(auth, { secureCookies }) }),
    services: servicesApi({ config, providers: payments, mail, texts, clinic }),
    statistics: statisticsApi({ clinic }),
    payments: {
      ...paymentsApi({ services: paymentServices, clinic, cardEntry, hostedPageOrigins }),
      ...adminPaymentsApi({ services: paymentServices, clinic }),
    },
    clinicPayments: clinicPaymentsApi({ clinic, jobs }),
  };
}

/** Signs people in as the login page does, with the cookie that scripts can read. */
function signInWith(auth: Auth, { secureCookies: secure }: { secureCookies: boolean }): SignIn {
  return async ({ email, password, address }) => {
    const headers = { [CLIENT_ADDRESS_HEADER]: address };
    const answer = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
    const cookies = answer.headers.getSetCookie();
    const mark = signedInMark(cookies, { secure });
    return mark === undefined ? cookies : [...cookies, mark];
  };
}
