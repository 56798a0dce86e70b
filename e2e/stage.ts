import { confirmCard, intentOf } from '@openhours/server/testing/confirm-card.ts';
import type { Browser } from '@playwright/test';
import { type Booked, book } from './book.ts';
import type { Clinic } from './clinic.ts';
import { type Caller, callAs, openConversation, say, writePost } from './conversations.ts';
import { demoAccounts, openBrowser } from './people.ts';
import type { Stage } from './screen.ts';

/** Books, pays, writes, answers and reports, as the demo accounts, through the API: a page costs a process. */
export async function setStage(browser: Browser, clinic: Clinic): Promise<Stage> {
  const [patient, doctor, admin] = await Promise.all([
    openCaller(browser, clinic, 'patient'),
    openCaller(browser, clinic, 'doctor'),
    openCaller(browser, clinic, 'admin'),
  ]);
  const person = { name: 'Sam Rivera', email: demoAccounts.patient.email };
  const { id: bookingId, treatment } = await book(patient, clinic, person);
  const paymentId = await pay(patient, clinic, await book(patient, clinic, person));
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
  await Promise.all([patient, doctor, admin].map((caller) => caller.context().close()));
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

async function openCaller(browser: Browser, clinic: Clinic, as: keyof typeof demoAccounts): Promise<Caller> {
  const context = await openBrowser(browser, clinic, as);
  return { context: () => context };
}

/** Pays with the sandbox's card; returns the payment's id. */
async function pay(patient: Caller, clinic: Clinic, { id: bookingId, price }: Booked): Promise<string> {
  const { email } = demoAccounts.patient;
  const begun = await callAs(patient, clinic, {
    method: 'POST',
    path: '/create-payment-intent',
    data: { price, bookingId },
  });
  const clientSecret = String(begun['clientSecret']);
  await confirmCard({ url: clinic.sandboxUrl, publishableKey: 'pk_test_sandbox' }, { clientSecret });
  const data = { price, transactionId: intentOf(clientSecret), email, bookingId };
  const { insertedId } = await callAs(patient, clinic, { method: 'POST', path: '/payments', data });
  return String(insertedId);
}
