import { expect, type Locator, type Page } from '@playwright/test';
import type { Booked } from './book.ts';
import { enterCard } from './cards.ts';
import type { Clinic } from './clinic.ts';

export const payButton = (page: Page): Locator => page.getByRole('button', { name: 'Pay', exact: true });
export const congrats = (page: Page): Locator => page.getByText('Congrats! your payment completed');
export const transactionId = (page: Page): Locator => page.locator('code').filter({ hasText: /^pi_/ });

/** Opens the payment page of a booking, ready for a card. */
export async function openPayment(page: Page, { id }: Booked): Promise<void> {
  await page.goto(`/dashboard/payment/${id}`);
  await expect(payButton(page)).toBeEnabled();
}

/** Pays a booking with a good card; returns the transaction id. */
export async function payByCard(page: Page, booked: Booked): Promise<string> {
  await openPayment(page, booked);
  await enterCard(page);
  await payButton(page).click();
  await expect(congrats(page)).toBeVisible();
  return transactionId(page).innerText();
}

/** Opens the provider's hosted page from the list of appointments. */
export async function openHostedPage(page: Page, { slot }: Booked): Promise<void> {
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'SSL' }).click();
  await expect(page).toHaveURL(/SESSIONKEY/i);
}

/** Presses a button of the hosted page, and returns to the clinic. */
export async function chooseOnHostedPage(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: /^Return to / }).click();
  await expect(page).toHaveURL(/\/dashboard\/myAppointment\?payment=/);
}

/** Controls the sandbox's provider: 'stripe/control/delivery' `{ how: 'never' }`. */
export async function controlSandbox(clinic: Clinic, action: string, body: object): Promise<void> {
  const answer = await fetch(`${clinic.sandboxUrl}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

/** The number of successful charges of a booking at the provider. */
export async function chargesOf(clinic: Clinic, { id }: Booked): Promise<number> {
  const answer = await fetch(`${clinic.sandboxUrl}/stripe.json`);
  const state = (await answer.json()) as {
    payment_intents: { status: string; metadata: Record<string, string> }[];
  };
  return state.payment_intents.filter(
    ({ status, metadata }) => status === 'succeeded' && Object.values(metadata).includes(id),
  ).length;
}
