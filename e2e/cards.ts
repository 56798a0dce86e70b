import type { Page } from '@playwright/test';

/** The sandbox's cards: those that Stripe documents for tests. */
export const cards = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  declined: '4000000000000002',
  bankAsks: '4000002500003155',
  processing: '4000009900009997',
};

/** Types a card into the payment page; by default one that pays. */
export async function enterCard(page: Page, number = cards.good): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
}
