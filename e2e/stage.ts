import type { Browser, Page } from '@playwright/test';
import { href } from '../web/src/pages.ts';
import { book } from './book.ts';
import { enterCard } from './cards.ts';
import type { Clinic } from './clinic.ts';
import { callAs, openConversation, say, writePost } from './conversations.ts';
import { demoAccounts, openBrowser } from './people.ts';
import type { Stage } from './screen.ts';

/** Books, pays, writes, answers and reports, as the demo accounts. */
export async function setStage(browser: Browser, clinic: Clinic): Promise<Stage> {
  const [patient, doctor, admin] = await Promise.all([
    openPage(browser, clinic, 'patient'),
    openPage(browser, clinic, 'doctor'),
    openPage(browser, clinic, 'admin'),
  ]);
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
  const session = await callAs(doctor, clinic, { method: 'GET', path: '/session' });
  const { uid: doctorId } = session['user'] as { uid: string };
  // A line in the audit log.
  await callAs(admin, clinic, { method: 'DELETE', path: '/users/doctor/nobody' });
  await Promise.all([patient, doctor, admin].map((page) => page.context().close()));
  return {
    bookingId,
    treatment,
    paymentId,
    receiptNumber: String(paid['number']),
    postId: post.id,
    conversationId,
    doctorId,
  };
}

async function openPage(browser: Browser, clinic: Clinic, as: keyof typeof demoAccounts): Promise<Page> {
  return (await openBrowser(browser, clinic, as)).newPage();
}

/** Pays with the sandbox's card, in the browser; returns the payment's id. */
async function pay(page: Page, clinic: Clinic, bookingId: string): Promise<string> {
  await page.goto(clinic.url + href.cardPayment(bookingId));
  await enterCard(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const receipt = page.getByRole('link', { name: 'Receipt' });
  return ((await receipt.getAttribute('href')) ?? '').replace(href.receipt(''), '');
}
