/**
 * The list of all pages. Routes, menus, links, prerendered documents, the server's policies, robots.txt and sitemap,
 * the screens that the browser tests check, and the budgets are derived from it. Menus keep its order.
 *
 * `pages` is what the browser needs; `documents` is for the build and the tests, and is not sent to browsers.
 */

import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';

/** Who may open a page. The server decides what they may do there. */
export type Audience = 'everyone' | 'signed-in' | 'doctors' | 'front-desk' | 'staff' | 'admins';

/**
 * How a page reaches the browser:
 * `reading` prerendered whole, without React · `form` prerendered, then hydrated on its own ·
 * `sign-in-window` prerendered, with a script without React · `application` an outline, then the router ·
 * `gallery` states of components that screens seldom show, outside production
 */
type Loading = 'reading' | 'form' | 'sign-in-window' | 'application' | 'gallery';

type Page = {
  path: `/${string}`;
  audience: Audience;
  loads: Loading;
  /** The page's module: a path below `src/features`, without extension. */
  module: string;
  /** Its entry in the navigation bar. `signed-in`: hidden for signed-out people. */
  bar?: { label: string; when?: 'signed-in' };
  /** Its entry in the dashboard's side menu, for its audience. */
  side?: string;
  /** Only doctors see the entry, although admins may open the page. */
  sideWhen?: 'doctor';
  /** The heading above the entry in a long side menu. */
  sideGroup?: string;
  /**
   * It has its own Content Security Policy, so it is always loaded as a document: `payment` contacts the payment provider,
   * `frames` shows answers of our own server in frames.
   */
  ownPolicy?: 'payment' | 'frames';
  /** It fills the window below the navigation and has no footer, so that the chat's form stays visible. */
  fillsWindow?: boolean;
  /** In a wide window it reaches to the edge, for a table of many columns. */
  reachesEdge?: boolean;
};

export const pages = {
  home: page('/', 'landing/landing-page', { loads: 'reading', bar: { label: 'Home' } }),
  bookAppointment: page('/appointment', 'booking/appointment-page', { bar: { label: 'Appointment' } }),
  about: page('/about', 'about/about-page', { loads: 'reading', bar: { label: 'About' } }),
  privacy: page('/privacy', 'legal/legal-page', { loads: 'reading' }),
  terms: page('/terms', 'legal/legal-page', { loads: 'reading' }),
  imprint: page('/imprint', 'legal/legal-page', { loads: 'reading' }),
  conversations: page('/conversations', 'conversations/conversations-page', { bar: { label: 'Conversation' } }),
  conversation: page('/conversations/:postId', 'conversations/chat-page', { fillsWindow: true }),
  feed: page('/feed', 'feed/feed-page', { bar: { label: 'Feed', when: 'signed-in' } }),
  doctors: page('/doctors', 'doctors/doctors-page', {
    audience: 'everyone',
    bar: { label: 'Doctors', when: 'signed-in' },
  }),
  doctor: page('/doctors/:id', 'doctors/doctor-page', { audience: 'everyone' }),

  login: page('/login', 'identity/login-page', { loads: 'form' }),
  signInCode: page('/login/code', 'identity/sign-in-code-page', { loads: 'form' }),
  signup: page('/signup', 'identity/signup-page', { loads: 'form' }),
  forgotPassword: page('/forgot-password', 'identity/forgot-password-page', { loads: 'form' }),
  resetPassword: page('/reset-password', 'identity/reset-password-page', { loads: 'form' }),
  unsubscribe: page('/unsubscribe', 'identity/unsubscribe-page', { loads: 'form' }),
  confirmEmail: page('/confirm-email', 'identity/confirm-email-page', { loads: 'form' }),
  signInWindow: page('/oauth-popup', 'identity/sign-in-window-page', { loads: 'sign-in-window' }),
  signInDone: page('/oauth-done', 'identity/sign-in-window-page', { loads: 'sign-in-window' }),

  visit: page('/visit', 'booking/visit-page', { audience: 'everyone' }),
  invitation: page('/invitation', 'invitations/invitation-page', { audience: 'everyone' }),

  dashboard: page('/dashboard', 'dashboard/dashboard-page', { side: 'Overview' }),
  myAppointments: page('/dashboard/myAppointment', 'booking/my-appointments-page', { side: 'My Appointments' }),
  appointment: page('/dashboard/myAppointment/:id', 'booking/booking-page'),
  cardPayment: page('/dashboard/payment/:id', 'payments/payment-page', { ownPolicy: 'payment' }),
  receipt: page('/dashboard/receipt/:id', 'payments/receipt-page'),

  ...inMenuGroup('Appointments', {
    agenda: page('/dashboard/agenda', 'agenda/agenda-page', { audience: 'staff', side: 'Agenda', reachesEdge: true }),
    bookings: page('/dashboard/bookings', 'appointments/appointments-page', {
      audience: 'front-desk',
      side: 'All Appointments',
    }),
    bookForPatient: page('/dashboard/bookings/new', 'appointments/book-for-patient-page', { audience: 'front-desk' }),
    waitingList: page('/dashboard/waitingList', 'waiting-list/waiting-list-page', {
      audience: 'front-desk',
      side: 'Waiting List',
    }),
  }),
  ...inMenuGroup('Money', {
    takings: page('/dashboard/takings', 'takings/takings-page', { audience: 'front-desk', side: 'Takings' }),
    adminPayments: page('/dashboard/payments', 'admin-payments/admin-payments-page', {
      audience: 'admins',
      side: 'Payments',
    }),
    adminPayment: page('/dashboard/payments/:id', 'admin-payments/admin-payment-page', { audience: 'admins' }),
  }),
  ...inMenuGroup('People', {
    allUsers: page('/dashboard/allUsers', 'people/all-users-page', { audience: 'admins', side: 'All Users' }),
    addDoctor: page('/dashboard/addDoctor', 'people/add-doctor-page', { audience: 'admins', side: 'Add A Doctor' }),
    manageDoctors: page('/dashboard/manageDoctors', 'people/manage-doctors-page', {
      audience: 'admins',
      side: 'Manage Doctors',
    }),
    doctorHours: page('/dashboard/manageDoctors/:id', 'hours/doctor-hours-page', { audience: 'admins' }),
    invitations: page('/dashboard/invitations', 'invitations/invitations-page', {
      audience: 'admins',
      side: 'Invitations',
    }),
  }),
  ...inMenuGroup('Settings', {
    clinic: page('/dashboard/clinic', 'clinic/clinic-page', { audience: 'admins', side: 'Clinic' }),
    publicTexts: page('/dashboard/texts', 'public-texts/public-texts-page', {
      audience: 'admins',
      side: 'Public Texts',
    }),
    clinicHours: page('/dashboard/clinicHours', 'clinic/clinic-hours-page', {
      audience: 'admins',
      side: 'Hours and Rules',
    }),
    closingDays: page('/dashboard/closingDays', 'closures/closing-days-page', {
      audience: 'doctors',
      side: 'Closing Days',
    }),
    treatments: page('/dashboard/treatments', 'treatments/treatments-page', { audience: 'admins', side: 'Treatments' }),
  }),
  ...inMenuGroup('Activity', {
    statistics: page('/dashboard/statistics', 'statistics/statistics-page', { audience: 'admins', side: 'Statistics' }),
    messages: page('/dashboard/messages', 'messages/messages-page', { audience: 'admins', side: 'Outgoing Messages' }),
    messageTexts: page('/dashboard/messages/texts', 'messages/message-texts-page', {
      audience: 'admins',
      ownPolicy: 'frames',
    }),
    reports: page('/dashboard/reports', 'moderation/reports-page', { audience: 'admins', side: 'Reports' }),
    audit: page('/dashboard/audit', 'audit/audit-page', { audience: 'admins', side: 'Audit Log' }),
  }),
  ...inMenuGroup('Personal', {
    myPosts: page('/dashboard/doctorPosts', 'feed/my-posts-page', { audience: 'doctors', side: 'My Posts' }),
    myHours: page('/dashboard/hours', 'hours/my-hours-page', {
      audience: 'doctors',
      side: 'My Hours',
      sideWhen: 'doctor',
    }),
    profile: page('/dashboard/profile', 'dashboard/profile-page', { side: 'Profile' }),
  }),
  security: page('/dashboard/security', 'security/security-page'),

  setup: page('/setup', 'setup/setup-page', { audience: 'everyone' }),
  setupStep: page('/setup/:step', 'setup/setup-step-page', { audience: 'admins' }),

  gallery: page('/design', 'design/design-page', { loads: 'gallery' }),
} satisfies Readonly<Record<string, Page>>;

export type PageName = keyof typeof pages;

/** The layout of a page before its scripts load. `weeks`: rows of a doctor and a week of free times. */
export type Outline = 'calendar' | 'posts' | 'cards' | 'weeks' | 'dashboard' | 'appointments' | 'conversations';

export type PageDocument = {
  /** Without the name of the clinic. */
  title: string;
  /** For search engines. Pages without one are not indexed. */
  description?: string;
  /** The page before its scripts and first answers arrive. Without it, a page opens one round trip later. */
  opening?: {
    /** The server fills in the day, the reader's name, and the doctor of the page. */
    heading: string;
    text?: string;
    /** Follows the text for people who are not signed in. */
    signedOutText?: string;
    outline: Outline;
    /** The heading is the largest element of the page, so it is painted before the scripts load. */
    paintFirst?: boolean;
  };
  /** The clinic's text that it shows. Search engines may list it once the clinic has written one. */
  legalText?: LegalText;
  /** The text of the sign-in window while the sign-in is in progress. */
  waiting?: string;
  /** The page's budget (bench/budgets/pages.ts). */
  budget?: 'reading' | 'form' | 'calendar' | 'times' | 'dashboard' | 'payment';
};

/** The properties of a page's document. */
export const documents: Readonly<Record<PageName, PageDocument>> = {
  home: {
    title: 'See a doctor face to face',
    description: 'Book a face-to-face consultation with a doctor: choose a day, choose a time, confirm.',
    budget: 'reading',
  },
  bookAppointment: {
    title: 'Appointment',
    opening: { heading: 'Available Appointments__ON_CLINIC_TODAY__', outline: 'calendar', paintFirst: true },
    budget: 'calendar',
  },
  doctors: {
    title: 'Doctors and free times',
    description: 'The doctors of the clinic and their free times in the next days, to book online.',
    opening: {
      heading: 'Doctors and free times',
      text: 'Choose a time.',
      signedOutText: 'In the next step you log in or sign up.',
      outline: 'weeks',
      paintFirst: true,
    },
    budget: 'times',
  },
  doctor: {
    title: '__DOCTOR__',
    description: '__DOCTOR__: specialties, and free times to book.',
    opening: { heading: '__DOCTOR__', outline: 'weeks', paintFirst: true },
  },
  about: {
    title: 'About',
    description: 'The clinic, its services and how booking an appointment works.',
    budget: 'reading',
  },
  privacy: { title: 'Privacy Policy', description: 'How the clinic handles personal data.', legalText: 'privacy' },
  terms: { title: 'Terms of Use', description: 'The terms for booking with the clinic.', legalText: 'terms' },
  imprint: { title: 'Imprint', description: 'Who runs the clinic and this site.', legalText: 'imprint' },
  conversations: { title: 'Conversations', opening: { heading: 'Conversations', outline: 'conversations' } },
  conversation: { title: 'Conversation' },
  feed: {
    title: 'Feed',
    opening: { heading: 'Feed', text: "Posts by the clinic's doctors.", outline: 'posts' },
  },

  login: {
    title: 'Login',
    description: 'Log in to book a face-to-face consultation, and to see and pay for the ones that you have booked.',
    budget: 'form',
  },
  signup: {
    title: 'Sign Up',
    description: 'Open an account with your name and email address, and book your first face-to-face consultation.',
    budget: 'form',
  },
  signInCode: { title: 'Enter your code' },
  forgotPassword: { title: 'Reset your password' },
  resetPassword: { title: 'Choose a new password' },
  unsubscribe: { title: 'Stop these emails' },
  confirmEmail: { title: 'Confirm your email address' },
  signInWindow: { title: 'Continue with Google', waiting: 'Taking you to Google …' },
  signInDone: { title: 'Signing in', waiting: 'One moment, we are signing you in …' },

  visit: { title: 'Your appointment by link' },
  invitation: { title: 'Your invitation' },

  dashboard: {
    title: 'Dashboard',
    opening: {
      heading: 'Welcome back__READER__!',
      text: "Here's what's happening with your dashboard today.",
      outline: 'dashboard',
      paintFirst: true,
    },
    budget: 'dashboard',
  },
  myAppointments: {
    title: 'My Appointments',
    opening: { heading: 'My Appointments (…)', outline: 'appointments', paintFirst: true },
    budget: 'dashboard',
  },
  appointment: { title: 'Your appointment' },
  cardPayment: {
    title: 'Payment',
    opening: {
      heading: 'Payment',
      text: 'We are looking up your appointment and what is left to pay. Nothing is charged until you have seen the amount and confirmed it.',
      outline: 'cards',
      paintFirst: true,
    },
    budget: 'payment',
  },
  receipt: { title: 'Receipt' },
  agenda: { title: 'Agenda' },
  bookings: { title: 'All Appointments' },
  waitingList: { title: 'Waiting List' },
  takings: { title: 'Takings' },
  bookForPatient: { title: 'Book for a patient' },
  myPosts: { title: 'My Posts' },
  myHours: { title: 'My Hours' },
  allUsers: { title: 'All Users' },
  addDoctor: { title: 'Doctor Registration' },
  manageDoctors: { title: 'Manage Doctors' },
  invitations: { title: 'Invitations' },
  doctorHours: { title: 'Hours' },
  closingDays: { title: 'Closing Days' },
  clinic: { title: 'Clinic' },
  publicTexts: { title: 'Public Texts' },
  clinicHours: { title: 'Hours and Rules' },
  treatments: { title: 'Treatments' },
  adminPayments: { title: 'Payments' },
  adminPayment: { title: 'Payment' },
  messages: { title: 'Outgoing Messages' },
  messageTexts: { title: 'What emails say', opening: { heading: 'What emails say', outline: 'cards' } },
  statistics: { title: 'Statistics' },
  audit: { title: 'Audit Log' },
  reports: { title: 'Reports' },
  profile: {
    title: 'Profile',
    opening: {
      heading: 'Profile',
      text: 'Your name and photo as the clinic sees them, how and where you are signed in, and your data.',
      outline: 'cards',
      paintFirst: true,
    },
    budget: 'dashboard',
  },

  security: { title: 'Security' },

  setup: { title: 'Set up the clinic' },
  setupStep: { title: 'Set up the clinic' },

  gallery: { title: 'Design' },
};

/** The title of a page's document. A page about one item, such as a receipt, sets its own. */
export function documentTitle(name: PageName, productName: string): string {
  const { title } = documents[name];
  return name === 'home' ? `${productName} · ${title}` : `${title} · ${productName}`;
}

type Query = Readonly<Record<string, string>>;
type Href<Path extends string> = Path extends `${string}:${string}`
  ? (id: string, query?: Query) => string
  : (query?: Query) => string;

/** The address of each page: `href.login({ next })`, `href.appointment(id)`. */
export const href = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(pages).map(([name, { path }]) => [
    name,
    path.includes(':')
      ? (id: string, query?: Query) => withQuery(path.replace(/:\w+/, encodeURIComponent(id)), query)
      : (query?: Query) => withQuery(path, query),
  ]),
  // Each function above takes an id exactly if the path has a parameter.
) as { readonly [Name in PageName]: Href<(typeof pages)[Name]['path']> };

/** The login page, which returns to this page afterwards, without its fragment: that may be a secret (`link-secret.ts`). */
export function loginHrefWithReturn(back: Record<'pathname' | 'search', string>): string {
  return href.login({ next: back.pathname + back.search });
}

/** The pages in the order of `pages`. */
export const pageList: readonly (Page & { name: PageName })[] = /* @__PURE__ */ Object.entries<Page>(pages).map(
  // The keys of `pages` are the names.
  ([name, found]) => ({ ...found, name: name as PageName }),
);

/** Matches the paths of a page, with any ids in them, in upper and lower case and with slashes at the end. */
export function patternOf({ path }: Pick<Page, 'path'>): RegExp {
  return new RegExp(`^${path === '/' ? '/' : `${path.replace(/:\w+/, '([^/]+)')}/*`}$`, 'i');
}

const patterns = /* @__PURE__ */ pageList.map((found) => ({ found, pattern: patternOf(found) }));

/** The page at this path, without query and hash; undefined where there is none. */
export function pageAt(path: string): (Page & { name: PageName }) | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.found;
}

/** The id in the path of a page; '' if it has none. */
export function idAt(path: string): string {
  const id = patterns.map(({ pattern }) => pattern.exec(path)?.[1]).find((found) => found !== undefined) ?? '';
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function page<const Path extends `/${string}`>(
  path: Path,
  module: string,
  more: Partial<Omit<Page, 'path' | 'module'>> = {},
): Page & { path: Path } {
  const { loads = 'application' } = more;
  return { audience: loads === 'application' ? 'signed-in' : 'everyone', loads, ...more, path, module };
}

function inMenuGroup<Group extends Readonly<Record<string, Page>>>(sideGroup: string, group: Group): Group {
  // With the same names and paths.
  return Object.fromEntries(Object.entries(group).map(([name, one]) => [name, { ...one, sideGroup }])) as Group;
}

function withQuery(path: string, query: Query | undefined): string {
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}
