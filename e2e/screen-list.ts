import type { Browser, Page } from '@playwright/test';
import { book } from './book.ts';
import type { Clinic } from './clinic.ts';
import { demoAccounts, logIn } from './people.ts';
import { callAs, openConversation, say, writePost } from './talk.ts';

/** What a demo clinic is given so that every screen has something to show. */
export interface Stage {
  bookingId: string;
  paymentId: string;
  postId: string;
  conversationId: string;
}

/** A screen of the product; `prepare` brings the loaded page into the state that is wanted, such as an open dialog. */
export interface Screen {
  name: string;
  path: string | ((stage: Stage) => string);
  signedInAs?: keyof typeof demoAccounts;
  prepare?: (page: Page) => Promise<void>;
  /** A fault that belongs to this screen, such as the console's line about a 404. */
  expectedFault?: RegExp;
}

/** Every route, and the dialogs that one meets most. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-menu', path: '/', prepare: openMenu },
  { name: 'home-signed-in', path: '/', signedInAs: 'patient' },
  { name: 'about', path: '/about' },
  { name: 'login', path: '/login' },
  { name: 'login-errors', path: '/login', prepare: (page) => page.getByRole('button', { name: 'Login' }).click() },
  { name: 'signup', path: '/signup' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=old' },
  { name: 'appointment', path: '/appointment', signedInAs: 'patient' },
  { name: 'appointment-no-day', path: '/appointment?day=none', signedInAs: 'patient' },
  { name: 'appointment-booking', path: '/appointment', signedInAs: 'patient', prepare: openBooking },
  { name: 'feed', path: '/feed', signedInAs: 'patient' },
  { name: 'feed-doctor', path: '/feed', signedInAs: 'doctor' },
  { name: 'conversations', path: '/conversations', signedInAs: 'patient' },
  {
    name: 'chat',
    path: ({ postId, conversationId }) => `/conversations/${postId}?with=${conversationId}`,
    signedInAs: 'doctor',
  },
  { name: 'dashboard', path: '/dashboard', signedInAs: 'patient' },
  { name: 'profile', path: '/dashboard/profile', signedInAs: 'patient' },
  { name: 'my-appointments', path: '/dashboard/myAppointment', signedInAs: 'patient' },
  { name: 'my-appointments-none', path: '/dashboard/myAppointment', signedInAs: 'doctor' },
  { name: 'booking', path: ({ bookingId }) => `/dashboard/myAppointment/${bookingId}`, signedInAs: 'patient' },
  { name: 'payment', path: ({ bookingId }) => `/dashboard/payment/${bookingId}`, signedInAs: 'patient' },
  { name: 'receipt', path: ({ paymentId }) => `/dashboard/receipt/${paymentId}`, signedInAs: 'patient' },
  { name: 'doctor-posts', path: '/dashboard/doctorPosts', signedInAs: 'doctor' },
  { name: 'all-users', path: '/dashboard/allUsers', signedInAs: 'admin' },
  { name: 'add-doctor', path: '/dashboard/addDoctor', signedInAs: 'admin' },
  { name: 'manage-doctors', path: '/dashboard/manageDoctors', signedInAs: 'admin' },
  { name: 'delete-doctor', path: '/dashboard/manageDoctors', signedInAs: 'admin', prepare: openDeletion },
  { name: 'payments', path: '/dashboard/payments', signedInAs: 'admin' },
  { name: 'payment-admin', path: ({ paymentId }) => `/dashboard/payments/${paymentId}`, signedInAs: 'admin' },
  { name: 'audit', path: '/dashboard/audit', signedInAs: 'admin' },
  { name: 'reports', path: '/dashboard/reports', signedInAs: 'admin' },
  { name: 'not-allowed', path: '/dashboard/allUsers', signedInAs: 'patient' },
  {
    name: 'no-such-receipt',
    path: '/dashboard/receipt/01a1fcd7-ab4d-70b9-8038-09f3cb3fa7dc',
    signedInAs: 'patient',
    expectedFault: /status of 404|404/,
  },
  { name: 'not-found', path: '/no-such-page', expectedFault: /status of 404/ },
  { name: 'design', path: '/design' },
];

/** Books, pays, writes and reports, as the demo accounts. */
export async function setStage(browser: Browser, clinic: Clinic): Promise<Stage> {
  const [patient, doctor] = await Promise.all([open(browser, clinic, 'patient'), open(browser, clinic, 'doctor')]);
  const person = { name: 'Sam Rivera', email: demoAccounts.patient.email };
  const { id: bookingId } = await book(patient, clinic, person);
  const paymentId = await pay(patient, clinic, (await book(patient, clinic, person)).id);

  const post = await writePost(doctor, clinic, 'Drink enough water, and read https://www.who.int before you worry.');
  const about = { postId: post.id, email: person.email };
  const conversationId = await openConversation(patient, clinic, about);
  const senderEmail = person.email;
  await say(patient, clinic, { conversationId, senderEmail, message: 'How much is enough?' });
  await callAs(patient, clinic, {
    method: 'POST',
    path: `/posts/${post.id}/reports`,
    data: { reason: 'Not so sure.' },
  });
  await Promise.all([patient.context().close(), doctor.context().close()]);
  return { bookingId, paymentId, postId: post.id, conversationId };
}

/** The address of a screen in a clinic that was prepared. */
export function pathOf({ path }: Screen, stage: Stage): string {
  return typeof path === 'string' ? path : path(stage);
}

/** Opens a screen and waits until everything has come, in the state that is wanted. */
export async function openScreen(page: Page, screen: Screen, stage: Stage): Promise<void> {
  await page.goto(pathOf(screen, stage));
  await page.locator('h1').first().waitFor({ timeout: 10_000 });
  await waitUntilLoaded(page);
  await screen.prepare?.(page);
  await waitUntilLoaded(page);
}

/** Nothing loads any more. The gallery shows what is busy for good. */
async function waitUntilLoaded(page: Page): Promise<void> {
  const busy = ['[aria-busy="true"]', '[role="progressbar"]', '.animate-shimmer', '.loading-hand']
    .map((sign) => `${sign}:not([data-gallery] *)`)
    .join();
  await page.waitForFunction((selector) => document.querySelector(selector) === null, busy);
  await page.waitForFunction(() => document.querySelector('#root template, template#scripts:not(:empty)') === null);
}

async function open(browser: Browser, clinic: Clinic, as: keyof typeof demoAccounts): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: clinic.url })).newPage();
  await logIn(page, clinic.url, demoAccounts[as]);
  return page;
}

/** Pays with the sandbox's card, in the browser; answers the id of the payment. */
async function pay(page: Page, clinic: Clinic, bookingId: string): Promise<string> {
  await page.goto(`${clinic.url}/dashboard/payment/${bookingId}`);
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const receipt = page.getByRole('link', { name: 'Receipt' });
  return ((await receipt.getAttribute('href')) ?? '').replace('/dashboard/receipt/', '');
}

async function openMenu(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: 'Menu' }).isVisible())
    await page.getByRole('button', { name: 'Menu' }).click();
}

async function openBooking(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Book Appointment/ })
    .and(page.locator(':enabled'))
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

async function openDeletion(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
}
