import { type Booked, book } from '../book.ts';
import { demoAccounts, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { chooseOnHostedPage, controlSandbox, openHostedPage, payButton, payByCard } from '../paying.ts';
import { lateRequest, loseAnswer, routeOnce } from '../route-once.ts';

test('a risky payment waits for the admin, who approves it and later refunds part of it', async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
  faults,
}) => {
  const person = await signUp(page);
  const booked = await book(page, clinic, person);
  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  const listed = admin.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/admin/payments');
  await admin.goto('/dashboard/payments');
  await listed;
  await openHostedPage(page, booked);
  await chooseOnHostedPage(page, /^Pay with risk$/);
  await expect(page.getByText('is being checked by the clinic')).toBeVisible();
  // The open page of the admin shows it without a reload.
  const held = admin.getByRole('region', { name: /^On hold/ });
  await expect(held.getByRole('row').filter({ hasText: person.email })).toBeVisible();
  await page.goto(`/dashboard/payment/${booked.id}`);
  await expect(page.getByText('please do not pay again')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.goto(`/dashboard/myAppointment/${booked.id}`);
  await expect(page.getByText('Being checked')).toHaveCount(2);
  await expect(page.getByText('Not paid yet')).toHaveCount(0);

  await admin.goto('/dashboard');
  await expect(admin.getByRole('heading', { name: /^\d+ payments? on hold/ })).toBeVisible();
  await admin.getByRole('link', { name: 'Check these payments' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await held.getByRole('row').filter({ hasText: person.email }).getByRole('link').click();
  await admin.getByRole('button', { name: 'Approve' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('Please give a reason.')).toBeVisible();
  await admin.getByLabel('Reason').fill('Known to us');
  // The first answer is lost.
  faults.expectFailed('no answer', /^\/api\/admin\/payments\/.*\/approve$/);
  await routeOnce(admin, '**/api/admin/payments/*/approve', loseAnswer);
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByRole('dialog').getByText('We could not reach the server.')).toBeVisible();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('The payment is approved.')).toBeVisible();
  await expect(admin.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(admin.getByRole('main').getByText('doubts about the payer')).toHaveCount(1); // In the log.

  const refund = async () => {
    await admin.getByRole('button', { name: 'Refund' }).click();
    await admin.getByLabel('Amount').fill('10');
    await admin.getByLabel('Reason').fill('A shorter visit');
    await admin.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  };
  // Without an answer, the admin closes the dialog and begins again: it is refunded once.
  faults.expectFailed('no answer', /\/refunds$/);
  await routeOnce(admin, '**/refunds', loseAnswer);
  await refund();
  await expect(admin.getByRole('dialog').getByText('We could not reach the server.')).toBeVisible();
  await expect(admin.getByText('$10.00 refunded or being refunded.')).toBeAttached();
  await expectAccessible(admin);
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Discard' }).click();
  // The dialog closes with the message, even if the page cannot show the change yet.
  const { sendLate, send } = lateRequest();
  await routeOnce(admin, '**/api/admin/payments/*', sendLate, 'GET');
  await refund();
  const message = admin.getByText('The refund was requested.', { exact: true });
  await expect(message.and(admin.locator(':not(dialog *)'))).toBeVisible();
  send();
  await expect(admin.getByText('A shorter visit')).toBeVisible();

  await admin.getByRole('link', { name: 'Back to Payments' }).click();
  await admin.getByRole('searchbox', { name: 'Search' }).fill(booked.id);
  await admin.keyboard.press('Enter');
  const found = admin.getByRole('table', { name: 'Payments', exact: true }).getByRole('row');
  await expect(found).toHaveCount(2);
  await expect(found.nth(1)).toContainText('−$10');
  await admin.getByRole('button', { name: 'Compare now' }).click();
  await expect(admin.getByText(/^Checked \d+ payment/)).toBeVisible();
  await admin.goto(`/dashboard/myAppointment/${booked.id}`);
  await admin.getByRole('link', { name: 'Show in the agenda' }).click();
  await expect(admin.getByRole('dialog').getByText(person.email)).toBeVisible();

  await page.goto(`/dashboard/myAppointment/${booked.id}`);
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('$10');
  await expectAccessible(page);
});

test('an admin dismisses a difference with a reason, and the focus goes to the heading of the list', async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
}) => {
  const id = await payByCard(page, await book(page, clinic, await signUp(page)));
  await controlSandbox(clinic, 'stripe/control/open-dispute', { id });

  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  await admin.goto('/dashboard/payments');
  await admin.getByRole('button', { name: 'Compare now' }).click();
  const differences = admin.getByRole('region', { name: 'Differences' });
  const difference = differences.getByRole('listitem').filter({ hasText: id });
  await difference.getByRole('button', { name: 'Dismiss' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('We answered the bank');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog).toBeHidden();
  await expect(difference).toHaveCount(0);
  await expect(differences.getByRole('heading', { name: 'Differences' })).toBeFocused();
});

test('an admin records the outcome of refunds that the provider cannot be asked about', async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
}) => {
  const control = (action: string, body: object) => controlSandbox(clinic, `sslcommerz/control/${action}`, body);
  const payOnPage = async (booked: Booked): Promise<void> => {
    await control('next-bank-reference', { reference: '2611221553490009' });
    await openHostedPage(page, booked);
    await chooseOnHostedPage(page, /^Pay [\d.]+ /);
    await expect(page.getByText('Your payment is confirmed.')).toBeVisible();
  };
  const person = await signUp(page);
  const first = await book(page, clinic, person);
  await payOnPage(first);

  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  await admin.goto(`/dashboard/payments?search=${first.id}`);
  const table = admin.getByRole('table', { name: 'Payments', exact: true });
  await table.getByRole('link').first().click();
  const dialog = admin.getByRole('dialog');
  await control('outage', { how: 'lost-request' });
  await admin.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('Reason').fill('A shorter visit');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(admin.getByText('The refund was requested.', { exact: true })).toBeVisible();
  await control('outage', { how: 'none' });

  // Another payment gets the same bank reference before the refund is requested again.
  await payOnPage(await book(page, clinic, person));
  await admin.getByRole('link', { name: 'Back to Payments' }).click();
  await admin.getByRole('button', { name: 'Compare now' }).click();
  const differences = admin.getByRole('region', { name: 'Differences' });
  const difference = differences.getByRole('listitem').filter({ hasText: 'did not answer whether it refunds' });
  await difference.getByRole('link', { name: 'Look at the payment' }).click();

  await admin.getByRole('button', { name: 'It was not refunded' }).click();
  await dialog.getByRole('button', { name: 'Record that it was not refunded' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Their list has no refund');
  await dialog.getByRole('button', { name: 'Record that it was not refunded' }).click();
  await expect(admin.getByText('The failed refund is recorded.')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'It was not refunded' })).toHaveCount(0);

  await admin.getByRole('button', { name: 'It was refunded at the provider' }).click();
  await dialog.getByLabel('Reason').fill('Refunded by hand');
  await dialog.getByRole('button', { name: 'Record the refund' }).click();
  await expect(dialog.getByText("Please give the provider's reference.")).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByLabel("Provider's reference").fill('R-by-hand');
  await dialog.getByRole('button', { name: 'Record the refund' }).click();
  await expect(admin.getByText('The refund is recorded.')).toBeVisible();
  await expect(admin.getByRole('listitem').filter({ hasText: 'Refunded by hand' })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'It was refunded at the provider' })).toHaveCount(0);
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);
});

test('a failure to load payments on hold is shown as an error', async ({ page, logIn, faults }) => {
  faults.expectFailed(400, '/api/admin/payments');
  await logIn(page, demoAccounts.admin);
  const isAboutHolds = (url: URL) => url.searchParams.get('state') === 'on-hold';
  await page.route(isAboutHolds, (route) => route.fulfill({ status: 400 }));
  await page.goto('/dashboard/payments');
  const held = page.getByRole('region', { name: 'On hold' });
  await expect(held.getByText("We couldn't load the payments on hold.")).toBeVisible();
  await expect(held.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(isAboutHolds);
  await page.reload();
  await expect(page.getByRole('region', { name: 'All payments' })).toBeVisible();
  await expect(page.getByText("We couldn't load")).toHaveCount(0);
});
