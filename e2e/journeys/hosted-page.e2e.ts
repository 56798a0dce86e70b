import { book } from '../book.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { chooseOnHostedPage, openHostedPage } from '../paying.ts';
import { routeOnce } from '../route-once.ts';

test('pressing SSL twice opens one hosted page, and paying there returns to a paid appointment', async ({
  page,
  clinic,
  signUp,
}) => {
  const booked = await book(page, clinic, await signUp(page));
  await page.goto('/dashboard/myAppointment');
  let asked = 0;
  await page.route('**/api/order', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByRole('row').filter({ hasText: booked.slot }).getByRole('button', { name: 'SSL' }).dblclick();
  await expect(page).toHaveURL(/SESSIONKEY/i);
  expect(asked).toBe(1);
  await chooseOnHostedPage(page, /^Pay [\d.]+ /);
  await expect(page.getByText('Your payment is confirmed. The appointment is paid.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: booked.slot })).toContainText('Paid');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/dashboard/myAppointment');
});

test('cancelling or failing on the hosted page returns to an unpaid appointment', async ({ page, clinic, signUp }) => {
  const booked = await book(page, clinic, await signUp(page));
  await openHostedPage(page, booked);
  await chooseOnHostedPage(page, /^Cancel$/);
  await expect(page.getByText('You cancelled the payment.')).toBeVisible();
  await openHostedPage(page, booked);
  await chooseOnHostedPage(page, /^Let it fail$/);
  await expect(page.getByText('The payment failed.')).toBeVisible();
  await expectAccessible(page);
  const row = page.getByRole('row').filter({ hasText: booked.slot });
  await expect(row.getByRole('button', { name: 'SSL' })).toBeVisible();
  // Once the appointment is cancelled, it is not 'still booked'.
  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(page.getByRole('region', { name: 'Your payment' })).toHaveCount(0);
});

test("the browser opens only the provider's page, and shows an error if there is none", async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expect('Error initiating payment');
  faults.expectFailed(500, '/api/order');
  const booked = await book(page, clinic, await signUp(page));
  await page.goto('/dashboard/myAppointment');
  const row = page.getByRole('row').filter({ hasText: booked.slot });
  const ssl = row.getByRole('button', { name: 'SSL' });
  await routeOnce(page, '**/api/order', (route) => route.fulfill({ json: { url: 'https://pay.example.org/' } }));
  await ssl.click();
  await expect(row.getByRole('alert')).toHaveText('Payment URL not found. Please try again.');
  await expect(page).toHaveURL('/dashboard/myAppointment');
  await routeOnce(page, '**/api/order', (route) => route.fulfill({ status: 500, json: {} }));
  await ssl.click();
  await expect(row.getByRole('alert')).toHaveText('Error initiating payment. Please check the console for details.');
  await expectNoSidewaysScroll(page);
});
