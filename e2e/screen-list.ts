import type { Browser, Page, Route } from '@playwright/test';
import { book, openBooking } from './book.ts';
import { enterCard } from './cards.ts';
import type { Clinic } from './clinic.ts';
import { demoAccounts, logIn } from './people.ts';
import { callAs, openConversation, say, writePost } from './talk.ts';

/** What a demo clinic is given so that every screen has something to show. */
export interface Stage {
  bookingId: string;
  /** What is booked there and not paid yet. */
  treatment: string;
  paymentId: string;
  receiptNumber: string;
  postId: string;
  conversationId: string;
}

/** A screen of the product; `prepare` brings the loaded page into the state that is wanted, such as an open dialog. */
export interface Screen {
  name: string;
  path: string | ((stage: Stage) => string);
  /** Of the document. */
  title: string | ((stage: Stage) => string);
  /** Words that are there once it is the screen itself and no outline of it. */
  shows: string | RegExp;
  signedInAs?: keyof typeof demoAccounts;
  /** What the server says in place of what it would say. */
  answers?: readonly Answer[];
  prepare?: (page: Page) => Promise<void>;
  /** It is meant for paper, too. */
  isPrinted?: boolean;
  /** A fault that belongs to this screen, such as the console's line about a 404. */
  expectedFault?: RegExp;
}

/** What a call is answered in place of what the server says, or what is changed in that. */
type Answer = { to: RegExp } & ({ body: unknown; status?: number } | { changes: readonly [RegExp, string] });

const home = { title: 'Openhours · See a doctor face to face', shows: 'What our patients say' };
const login = { title: 'Login · Openhours', shows: 'Forget Password?' };
const signup = { title: 'Sign Up · Openhours', shows: '6 characters or more' };
const appointment = { title: 'Appointment · Openhours', shows: 'Book Appointment', signedInAs: 'patient' } as const;
const feed = { title: 'Feed · Openhours', shows: 'Drink enough water', signedInAs: 'patient' } as const;
const conversations = {
  title: 'Conversations · Openhours',
  shows: 'How much is enough?',
  signedInAs: 'patient',
} as const;
const dashboard = { title: 'Dashboard · Openhours', shows: 'Welcome back, ', signedInAs: 'patient' } as const;
const myAppointments = { title: 'My Appointments · Openhours', shows: / - \d\d:\d\d [AP]M/ };
const myPosts = { title: 'My Posts · Openhours', shows: 'Drink enough water', signedInAs: 'doctor' } as const;
const manageDoctors = { title: 'Manage Doctors · Openhours', shows: /@/, signedInAs: 'admin' } as const;
const payments = { title: 'Payments · Openhours', shows: 'Sam Rivera', signedInAs: 'admin' } as const;
const reports = { title: 'Reports · Openhours', shows: 'Not so sure.', signedInAs: 'admin' } as const;
const receipt = {
  title: ({ receiptNumber }: Stage) => `Receipt ${receiptNumber} · Openhours`,
  shows: 'Received from',
  signedInAs: 'patient',
} as const;
const nothingHere = { title: 'Page not found · Openhours', shows: 'There is nothing at this address.' };

const unknownId = '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7dc';
const sessionCall = /\/api\/session$/;
const feedCall = /\/api\/posts(\?|$)/;
const refusal = { status: 400, body: { message: 'The clinic could not answer this.' } };
const refused = /status of 400|could not answer this/;
const longName = 'Maximiliane-Alexandra Wolfeschlegelsteinhausenbergerdorff de la Santísima Trinidad Ruiz y Picasso';

/** Every route, the dialogs that one meets most, and what stands there when there is nothing or no answer. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/', ...home },
  { name: 'home-menu', path: '/', ...home, prepare: openMenu },
  { name: 'home-signed-in', path: '/', ...home, signedInAs: 'patient' },
  { name: 'about', path: '/about', title: 'About · Openhours', shows: 'How booking works' },
  { name: 'login', path: '/login', ...login },
  {
    name: 'login-errors',
    path: '/login',
    ...login,
    prepare: (page) => page.getByRole('button', { name: 'Login' }).click(),
  },
  { name: 'signup', path: '/signup', ...signup },
  {
    name: 'signup-errors',
    path: '/signup',
    ...signup,
    prepare: (page) => page.getByRole('button', { name: 'Sign Up' }).click(),
  },
  { name: 'forgot-password', path: '/forgot-password', title: 'Reset your password · Openhours', shows: 'Email' },
  {
    name: 'reset-password',
    path: '/reset-password?token=old',
    title: 'Choose a new password · Openhours',
    shows: 'New password',
  },
  { name: 'appointment', path: '/appointment', ...appointment },
  { name: 'appointment-no-day', path: '/appointment?day=none', ...appointment, shows: 'Pick a day' },
  { name: 'appointment-booking', path: '/appointment', ...appointment, prepare: openBooking },
  {
    name: 'appointment-booked',
    path: '/appointment',
    ...appointment,
    answers: [{ to: /\/api\/bookings$/, body: { acknowledged: true, insertedId: unknownId } }],
    prepare: bookAnything,
  },
  { name: 'feed', path: '/feed', ...feed },
  { name: 'feed-doctor', path: '/feed', ...feed, signedInAs: 'doctor' },
  { name: 'feed-none', path: '/feed', ...feed, answers: [{ to: feedCall, body: [] }], shows: 'No posts yet' },
  {
    name: 'feed-failed',
    path: '/feed',
    ...feed,
    answers: [{ to: feedCall, ...refusal }],
    shows: 'We could not load the posts.',
    expectedFault: refused,
  },
  {
    name: 'feed-long-names',
    path: '/feed',
    ...feed,
    answers: [
      { to: sessionCall, changes: [/"displayName":"[^"]*"/g, `"displayName":"${longName}"`] },
      { to: feedCall, changes: [/"userName":"[^"]*"/g, `"userName":"${longName}"`] },
    ],
    shows: longName,
  },
  { name: 'report-post', path: '/feed', ...feed, prepare: (page) => openDialog(page, /^Report/) },
  { name: 'conversations', path: '/conversations', ...conversations },
  {
    name: 'conversations-none',
    path: '/conversations',
    ...conversations,
    answers: [{ to: /\/api\/conversations\/[^/?]+(\?|$)/, body: [] }],
    shows: 'No conversations yet',
  },
  {
    name: 'chat',
    path: ({ postId, conversationId }) => `/conversations/${postId}?with=${conversationId}`,
    title: 'Conversation · Openhours',
    shows: 'How much is enough?',
    signedInAs: 'doctor',
  },
  { name: 'dashboard', path: '/dashboard', ...dashboard },
  {
    name: 'dashboard-long-name',
    path: '/dashboard',
    ...dashboard,
    answers: [{ to: sessionCall, changes: [/"displayName":"[^"]*"/g, `"displayName":"${longName}"`] }],
    shows: `Welcome back, ${longName}!`,
  },
  {
    name: 'profile',
    path: '/dashboard/profile',
    title: 'Profile · Openhours',
    shows: 'This browser',
    signedInAs: 'patient',
  },
  { name: 'my-appointments', path: '/dashboard/myAppointment', ...myAppointments, signedInAs: 'patient' },
  {
    name: 'my-appointments-none',
    path: '/dashboard/myAppointment',
    ...myAppointments,
    shows: 'No appointments yet',
    signedInAs: 'doctor',
  },
  {
    name: 'booking',
    path: ({ bookingId }) => `/dashboard/myAppointment/${bookingId}`,
    title: 'Your appointment · Openhours',
    shows: 'Reference',
    signedInAs: 'patient',
    isPrinted: true,
  },
  {
    name: 'payment',
    path: ({ bookingId }) => `/dashboard/payment/${bookingId}`,
    title: ({ treatment }) => `Payment for ${treatment} · Openhours`,
    shows: 'Card number',
    signedInAs: 'patient',
  },
  { name: 'receipt', path: ({ paymentId }) => `/dashboard/receipt/${paymentId}`, ...receipt, isPrinted: true },
  {
    name: 'receipt-failed',
    path: ({ paymentId }) => `/dashboard/receipt/${paymentId}`,
    ...receipt,
    title: 'Something went wrong!!! · Openhours',
    answers: [{ to: /\/api\/payments\/receipt\//, ...refusal }],
    shows: 'Something went wrong!!!',
    expectedFault: refused,
  },
  {
    name: 'no-such-receipt',
    path: `/dashboard/receipt/${unknownId}`,
    ...receipt,
    ...nothingHere,
    expectedFault: /status of 404|404/,
  },
  { name: 'doctor-posts', path: '/dashboard/doctorPosts', ...myPosts },
  {
    name: 'doctor-posts-none',
    path: '/dashboard/doctorPosts',
    ...myPosts,
    answers: [{ to: /\/api\/emailPosts/, body: [] }],
    shows: 'No posts yet',
  },
  { name: 'delete-post', path: '/dashboard/doctorPosts', ...myPosts, prepare: (page) => openDialog(page, 'Delete') },
  {
    name: 'all-users',
    path: '/dashboard/allUsers',
    title: 'All Users · Openhours',
    shows: /@openhours/,
    signedInAs: 'admin',
  },
  {
    name: 'add-doctor',
    path: '/dashboard/addDoctor',
    title: 'Doctor Registration · Openhours',
    shows: 'Specialty',
    signedInAs: 'admin',
  },
  { name: 'manage-doctors', path: '/dashboard/manageDoctors', ...manageDoctors },
  { name: 'delete-doctor', path: '/dashboard/manageDoctors', ...manageDoctors, prepare: openDeletion },
  { name: 'payments', path: '/dashboard/payments', ...payments },
  {
    name: 'payments-none',
    path: '/dashboard/payments',
    ...payments,
    answers: [{ to: /\/api\/admin\/payments(\?|$)/, body: [] }],
    shows: 'No payments yet',
  },
  {
    name: 'payment-admin',
    path: ({ paymentId }) => `/dashboard/payments/${paymentId}`,
    title: 'Payment of Sam Rivera · Openhours',
    shows: 'Appointment',
    signedInAs: 'admin',
  },
  {
    name: 'audit',
    path: '/dashboard/audit',
    title: 'Audit Log · Openhours',
    shows: /Nothing|Done|Refused/,
    signedInAs: 'admin',
  },
  { name: 'reports', path: '/dashboard/reports', ...reports },
  {
    name: 'reports-none',
    path: '/dashboard/reports',
    ...reports,
    answers: [{ to: /\/api\/reports(\?|$)/, body: [] }],
    shows: 'Nothing to decide',
  },
  {
    name: 'not-allowed',
    path: '/dashboard/allUsers',
    title: 'This page is not for you · Openhours',
    shows: 'It is for the admins of the clinic',
    signedInAs: 'patient',
  },
  { name: 'not-found', path: '/no-such-page', ...nothingHere, expectedFault: /status of 404/ },
  { name: 'design', path: '/design', title: 'Design · Openhours', shows: 'Every component in all its states' },
];

/** Books, pays, writes, answers and reports, as the demo accounts. */
export async function setStage(browser: Browser, clinic: Clinic): Promise<Stage> {
  const [patient, doctor] = await Promise.all([open(browser, clinic, 'patient'), open(browser, clinic, 'doctor')]);
  const person = { name: 'Sam Rivera', email: demoAccounts.patient.email };
  const { id: bookingId, treatment } = await book(patient, clinic, person);
  const paymentId = await pay(patient, clinic, (await book(patient, clinic, person)).id);
  const paid = await callAs(patient, clinic, { method: 'GET', path: `/payments/receipt/${paymentId}` });

  const post = await writePost(doctor, clinic, 'Drink enough water, and read https://www.who.int before you worry.');
  const about = { postId: post.id, email: person.email };
  const conversationId = await openConversation(patient, clinic, about);
  for (let said = 0; said < 12; said++) {
    const message = { conversationId, senderEmail: person.email, message: `I have been asking myself (${said + 1}).` };
    await say(patient, clinic, message);
  }
  await say(doctor, clinic, { conversationId, senderEmail: demoAccounts.doctor.email, message: 'Go on.\n'.repeat(9) });
  await say(patient, clinic, { conversationId, senderEmail: person.email, message: 'How much is enough?' });
  await callAs(patient, clinic, {
    method: 'POST',
    path: `/posts/${post.id}/reports`,
    data: { reason: 'Not so sure.' },
  });
  await Promise.all([patient.context().close(), doctor.context().close()]);
  return { bookingId, treatment, paymentId, receiptNumber: String(paid['number']), postId: post.id, conversationId };
}

/** The address of a screen in a clinic that was prepared. */
export function pathOf({ path }: Screen, stage: Stage): string {
  return typeof path === 'string' ? path : path(stage);
}

/** The title of its document. */
export function titleOf({ title }: Screen, stage: Stage): string {
  return typeof title === 'string' ? title : title(stage);
}

/** Opens a screen and waits until everything has come, in the state that is wanted. */
export async function openScreen(page: Page, screen: Screen, stage: Stage): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const answer of screen.answers ?? []) await page.route(answer.to, (route) => giveAnswer(route, answer));
  await page.goto(pathOf(screen, stage));
  await page.locator('main').getByText(screen.shows).filter({ visible: true }).first().waitFor({ timeout: 10_000 });
  await waitUntilLoaded(page);
  await screen.prepare?.(page);
  await waitUntilLoaded(page);
}

async function giveAnswer(route: Route, answer: Answer): Promise<void> {
  if ('body' in answer) return route.fulfill({ status: answer.status ?? 200, json: answer.body });
  const response = await route.fetch();
  await route.fulfill({ response, body: (await response.text()).replaceAll(...answer.changes) });
}

/**
 * Nothing loads any more, all at once: no outline, no progress, no script that is still kept back, no picture or font
 * on its way. The gallery shows what is busy for good.
 */
async function waitUntilLoaded(page: Page): Promise<void> {
  const busy = ['[aria-busy="true"]', '[role="progressbar"]', '.animate-shimmer', '.loading-hand']
    .map((sign) => `${sign}:not([data-gallery] *)`)
    .join();
  await page.waitForFunction((selector) => {
    const opening = document.querySelector(`${selector}, #root template, template#scripts:not(:empty)`);
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    return opening === null && pictures.every(({ complete }) => complete) && document.fonts.status === 'loaded';
  }, busy);
}

async function open(browser: Browser, clinic: Clinic, as: keyof typeof demoAccounts): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: clinic.url })).newPage();
  await logIn(page, clinic.url, demoAccounts[as]);
  return page;
}

/** Pays with the sandbox's card, in the browser; answers the id of the payment. */
async function pay(page: Page, clinic: Clinic, bookingId: string): Promise<string> {
  await page.goto(`${clinic.url}/dashboard/payment/${bookingId}`);
  await enterCard(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const receipt = page.getByRole('link', { name: 'Receipt' });
  return ((await receipt.getAttribute('href')) ?? '').replace('/dashboard/receipt/', '');
}

async function openMenu(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: 'Menu' }).isVisible())
    await page.getByRole('button', { name: 'Menu' }).click();
}

async function bookAnything(page: Page): Promise<void> {
  await openBooking(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('link', { name: 'View appointment' }).waitFor();
  await page.getByRole('button', { name: 'Close message' }).click();
}

async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: button }).and(page.locator(':enabled')).waitFor();
}

async function openDeletion(page: Page): Promise<void> {
  await openDialog(page, /^Delete/);
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
}
