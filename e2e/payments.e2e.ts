import type { Locator, Page } from '@playwright/test';
import { type Booked, book } from './book.ts';
import { cards, enterCard } from './cards.ts';
import type { Clinic } from './clinic.ts';
import { demoAccounts, expect, expectAccessible, expectNoSidewaysScroll, newPerson, test } from './fixtures.ts';

const payButton = (page: Page): Locator => page.getByRole('button', { name: 'Pay', exact: true });

async function openPayment(page: Page, { id }: Booked): Promise<void> {
  await page.goto(`/dashboard/payment/${id}`);
  await expect(payButton(page)).toBeEnabled();
}

/** Tells the sandbox that plays Stripe how to bring its news. */
async function deliverWebhooks(clinic: Clinic, how: 'at-once' | 'never'): Promise<void> {
  const answer = await fetch(`${clinic.sandboxUrl}/stripe/control/delivery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ how }),
  });
  expect(answer.ok).toBe(true);
}

/** What the provider has of a booking: how many charges of it succeeded. */
async function chargesOf(clinic: Clinic, { id }: Booked): Promise<number> {
  const answer = await fetch(`${clinic.sandboxUrl}/stripe.json`);
  const state = (await answer.json()) as {
    payment_intents: { status: string; metadata: Record<string, string> }[];
  };
  return state.payment_intents.filter(
    ({ status, metadata }) => status === 'succeeded' && Object.values(metadata).includes(id),
  ).length;
}

const congrats = (page: Page): Locator => page.getByText('Congrats! your payment completed');
const transactionId = (page: Page): Locator => page.locator('code').filter({ hasText: /^pi_/ });

test('a patient pays by card, keeps the transaction id and the receipt, and never sees a second form', async ({
  page,
  clinic,
  signUp,
}) => {
  const booked = await book(page, clinic, await signUp(page));
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: booked.slot }).getByRole('button', { name: 'Card' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payment for ${booked.treatment}`);
  await expect(page.locator('main')).toContainText(
    `Please pay $${booked.price} for your appointment on ${booked.date} at ${booked.slot}`,
  );
  await expect(page.getByLabel('Card number')).toHaveCSS('font-size', '16px');
  await enterCard(page);
  await page.keyboard.press('Enter');
  await expect(congrats(page)).toBeFocused();
  const id = await transactionId(page).innerText();
  await expectAccessible(page);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the transaction id' }).click();
  await expect(page.getByText('Copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
  await expect(page.getByText(id)).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt R-\d{4}-\d{6}$/);
  await expect(page.locator('main')).toContainText(id);

  await page.getByRole('link', { name: 'View appointment' }).click();
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText(`$${booked.price}`);
  await page.goto('/dashboard/myAppointment');
  await expect(page.getByRole('row').filter({ hasText: booked.slot })).toContainText('Paid');
});

test("a declined card shows the provider's sentence, and another one pays", async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(402, /\/(payment_intents|authenticate)\//);
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  await enterCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expectAccessible(page);
  await enterCard(page);
  await payButton(page).click();
  await expect(congrats(page)).toBeVisible();
});

test('a card that might be real is refused and sent nowhere', async ({ page, clinic, signUp }) => {
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await enterCard(page, '4539148803436467');
  await payButton(page).click();
  await expect(page.getByText('a real card is never taken')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expectAccessible(page);
  expect(sent).toEqual([]);
});

test('a card whose bank asks: no and the payment fails, yes and it is paid', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(402, /\/(payment_intents|authenticate)\//);
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  await enterCard(page, cards.bankAsks);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(congrats(page)).toBeVisible();
});

test('a bank that asks on a page of its own leads back, and the payment is there', async ({ page, clinic, signUp }) => {
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  const confirmed = page.waitForResponse(/\/confirm$/);
  await enterCard(page, cards.bankAsks);
  await payButton(page).click();
  const { next_action } = (await (await confirmed).json()) as { next_action: { redirect_to_url: { url: string } } };
  await page.goto(next_action.redirect_to_url.url);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page).toHaveURL(`/dashboard/payment/${booked.id}`);
  await expect(congrats(page)).toBeFocused();
});

test('back from the bank while our server does not answer: the page waits, blames nobody, and shows the payment then', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(503, '/api/payments');
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  const confirmed = page.waitForResponse(/\/confirm$/);
  await enterCard(page, cards.bankAsks);
  await payButton(page).click();
  const { next_action } = (await (await confirmed).json()) as { next_action: { redirect_to_url: { url: string } } };
  await page.goto(next_action.redirect_to_url.url);
  // The provider's own news is held back too: as far as the clinic knows, nothing was paid.
  let isAnswering = false;
  await page.route('**/api/payments', (route) => (isAnswering ? route.continue() : route.fulfill({ status: 503 })));
  for (const call of ['**/api/payments/booking/*', `**/api/bookings/${booked.id}`]) {
    await page.route(call, async (route) => {
      if (isAnswering) return route.continue();
      const answer = (await (await route.fetch()).json()) as object;
      return route.fulfill({ json: { ...answer, paid: false, underWay: false, payments: [] } });
    });
  }
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText('Your payment is being processed.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Your bank did not confirm')).toHaveCount(0);
  await expect(payButton(page)).toHaveCount(0);
  isAnswering = true;
  await expect(congrats(page)).toBeVisible({ timeout: 30_000 });
});

test('a browser that is closed, and a provider that tells nobody: the next visit finds the payment', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(409, '/api/create-payment-intent');
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  await deliverWebhooks(clinic, 'never');
  try {
    await page.route('**/api/payments', () => undefined);
    const confirmed = page.waitForResponse(/\/confirm$/);
    await enterCard(page);
    await payButton(page).click();
    await confirmed;
    await page.goto('about:blank');
    await page.unroute('**/api/payments');
    await page.goto(`/dashboard/payment/${booked.id}`);
    await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
    expect(await chargesOf(clinic, booked)).toBe(1);
  } finally {
    await deliverWebhooks(clinic, 'at-once');
  }
});

test('Pay cannot be pressed twice, and while it works it is disabled', async ({ page, clinic, signUp }) => {
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  let sent = 0;
  await page.route('**/confirm', async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await enterCard(page);
  await payButton(page).dblclick();
  await expect(payButton(page)).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(congrats(page)).toBeVisible();
  expect(sent).toBe(1);
  expect(await chargesOf(clinic, booked)).toBe(1);
});

test('two tabs pay for one appointment once', async ({ page, clinic, signUp, context, faults }) => {
  faults.expectFailed(400, /\/payment_intents\//);
  const booked = await book(page, clinic, await signUp(page));
  const other = await context.newPage();
  await openPayment(page, booked);
  await openPayment(other, booked);
  await enterCard(page);
  await enterCard(other, cards.otherGood);
  // At once, without waiting for a place to click: what one tab pays, the other hears within milliseconds.
  await Promise.all([page, other].map((tab) => payButton(tab).evaluate((button: HTMLElement) => button.click())));
  await expect(congrats(page)).toBeVisible();
  await expect(congrats(other)).toBeVisible();
  expect(await transactionId(other).innerText()).toBe(await transactionId(page).innerText());
  expect(await chargesOf(clinic, booked)).toBe(1);
});

test('a payment that takes its time shows as being processed, and then as paid', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(409, '/api/payments');
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  await enterCard(page, cards.processing);
  await payButton(page).click();
  await expect(page.getByText('Your payment is being processed.')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible({ timeout: 20_000 });
});

test("what cannot be paid has a clear page and no form: somebody else's, unknown, and the admin's view", async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
  faults,
}) => {
  faults.expectFailed(404, /^\/api\/bookings\/|^\/api\/payments\//);
  const booked = await book(page, clinic, await signUp(page));
  const stranger = await newVisitor();
  await signUp(stranger);
  for (const path of [booked.id, '0197f000-0000-7000-8000-000000000000', 'nothing']) {
    await stranger.goto(`/dashboard/payment/${path}`);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Appointment not found');
    await expect(payButton(stranger)).toHaveCount(0);
  }
  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  await admin.goto(`/dashboard/payment/${booked.id}`);
  await expect(admin.getByText('This is the appointment of somebody else')).toBeVisible();
  await expect(payButton(admin)).toHaveCount(0);
});

test('an appointment that the clinic cancels has a page without a form, and what was paid for it goes back', async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
}) => {
  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  const ask = { headers: { origin: clinic.url } };
  const [specialty] = (await (await page.request.get(`${clinic.url}/api/appointmentSpecialty`)).json()) as {
    name: string;
  }[];
  const doctor = newPerson({ name: 'Lena Leaving' });
  const registered = await admin.request.post(`${clinic.url}/api/users`, {
    ...ask,
    data: { name: doctor.name, email: doctor.email, specialty: specialty?.name, role: 'doctor' },
  });
  const { insertedId } = (await registered.json()) as { insertedId: string };

  const person = await signUp(page);
  const unpaid = await book(page, clinic, person, doctor.name);
  const paid = await book(page, clinic, person, doctor.name);
  await openPayment(page, paid);
  await enterCard(page);
  await payButton(page).click();
  await expect(congrats(page)).toBeVisible();
  await openPayment(page, unpaid);
  const list = await page.context().newPage();
  await list.goto('/dashboard/myAppointment');
  const listed = list.getByRole('row').filter({ hasText: doctor.name });
  await expect(listed).toHaveCount(2);
  await expect(listed.filter({ hasText: 'Cancelled' })).toHaveCount(0);
  const deleted = await admin.request.delete(`${clinic.url}/api/doctors/${insertedId}`, ask);
  expect(await deleted.json()).toMatchObject({ cancelledBookings: 2 });

  // An open list follows by itself.
  await expect(listed.filter({ hasText: 'Cancelled' })).toHaveCount(2);
  for (const { id } of [unpaid, paid]) {
    await page.goto(`/dashboard/payment/${id}`);
    await expect(page.getByText('This appointment was cancelled. There is nothing to pay for.')).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.goto(`/dashboard/myAppointment/${paid.id}`);
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('The appointment was cancelled.');
});

test("the provider's library is loaded on the payment page and nowhere else", async ({ page, clinic, signUp }) => {
  const booked = await book(page, clinic, await signUp(page));
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/dashboard/myAppointment');
  await expect(page.getByRole('button', { name: 'Card' })).toBeVisible();
  expect(scripts.filter((url) => url.includes('card-entry'))).toEqual([]);
  await openPayment(page, booked);
  expect(scripts.filter((url) => url.includes('sandbox-card-entry'))).toHaveLength(1);
  expect(scripts.filter((url) => url.includes('stripe-card-entry'))).toEqual([]);

  // Whoever leaves the page leaves what it may do: the next one is a document of its own.
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('link', { name: 'Back to My Appointments' }).click();
  const policy = (await (await loaded).response())?.headers()['content-security-policy'];
  expect(policy).toContain("connect-src 'self';");
});

async function openHostedPage(page: Page, { slot }: Booked): Promise<void> {
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'SSL' }).click();
  await expect(page).toHaveURL(/SESSIONKEY/i);
}

async function choose(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: /^Return to / }).click();
  await expect(page).toHaveURL(/\/dashboard\/myAppointment\?payment=/);
}

test('on the hosted page one pays, comes back, and the appointment is paid', async ({ page, clinic, signUp }) => {
  const booked = await book(page, clinic, await signUp(page));
  await openHostedPage(page, booked);
  await choose(page, /^Pay [\d.]+ /);
  await expect(page.getByText('Your payment is confirmed. The appointment is paid.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: booked.slot })).toContainText('Paid');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/dashboard/myAppointment');
});

test('SSL pressed twice asks for one page', async ({ page, clinic, signUp }) => {
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
});

test('on the hosted page one cancels or fails, comes back, and the appointment is still to be paid', async ({
  page,
  clinic,
  signUp,
}) => {
  const booked = await book(page, clinic, await signUp(page));
  await openHostedPage(page, booked);
  await choose(page, /^Cancel$/);
  await expect(page.getByText('You cancelled the payment.')).toBeVisible();
  await openHostedPage(page, booked);
  await choose(page, /^Let it fail$/);
  await expect(page.getByText('The payment failed.')).toBeVisible();
  await expectAccessible(page);
  await expect(
    page.getByRole('row').filter({ hasText: booked.slot }).getByRole('button', { name: 'SSL' }),
  ).toBeVisible();
});

test('the browser is sent to no page but the provider’s, and says so when there is none', async ({
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
  for (const url of ['', 'https://pay.example.org/', 'javascript:alert(1)']) {
    await page.route('**/api/order', (route) => route.fulfill({ json: { url } }), { times: 1 });
    await ssl.click();
    await expect(row.getByRole('alert')).toHaveText('Payment URL not found. Please try again.');
    await expect(page).toHaveURL('/dashboard/myAppointment');
  }
  await page.route('**/api/order', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await ssl.click();
  await expect(row.getByRole('alert')).toHaveText('Error initiating payment. Please check the console for details.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a risky payment waits for the admin, who approves it and later refunds part of it', async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
}) => {
  const person = await signUp(page);
  const booked = await book(page, clinic, person);
  await openHostedPage(page, booked);
  await choose(page, /^Pay with risk$/);
  await expect(page.getByText('is being checked by the clinic')).toBeVisible();
  await page.goto(`/dashboard/payment/${booked.id}`);
  await expect(page.getByText('please do not pay again')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);

  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  await admin.goto('/dashboard');
  await admin.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expectNoSidewaysScroll(admin);
  const held = admin.getByRole('region', { name: /^On hold/ });
  await held.getByRole('row').filter({ hasText: person.email }).getByRole('link').click();
  await admin.getByRole('button', { name: 'Approve' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('Please give a reason.')).toBeVisible();
  await admin.getByLabel('Reason').fill('Known to us');
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('The payment is approved.')).toBeVisible();

  await admin.getByRole('button', { name: 'Refund' }).click();
  await expectAccessible(admin);
  await admin.getByLabel('Amount').fill('10');
  await admin.getByLabel('Reason').fill('A shorter visit');
  await admin.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(admin.getByText('The refund was requested.', { exact: true })).toBeVisible();
  await expect(admin.getByText('A shorter visit')).toBeVisible();
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);

  await admin.getByRole('link', { name: 'Back to Payments' }).click();
  await admin.getByRole('searchbox', { name: 'Search' }).fill(booked.id);
  await admin.keyboard.press('Enter');
  const found = admin.getByRole('table', { name: 'Payments', exact: true }).getByRole('row');
  await expect(found).toHaveCount(2);
  await expect(found.nth(1)).toContainText('−$10');
  await admin.getByRole('button', { name: 'Compare now' }).click();
  await expect(admin.getByText(/^Asked about \d+/)).toBeVisible();
  // A message that fades has nobody's contrast.
  await expect(admin.getByText('The refund was requested.', { exact: true })).toBeHidden();
  await expectAccessible(admin);

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
  await openPayment(page, await book(page, clinic, await signUp(page)));
  await enterCard(page);
  await page.keyboard.press('Enter');
  await expect(congrats(page)).toBeFocused();
  const id = await transactionId(page).innerText();
  await fetch(`${clinic.sandboxUrl}/stripe/control/open-dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });

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
  await expectAccessible(admin);
  await dialog.getByLabel('Reason').fill('We answered the bank');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog).toBeHidden();
  await expect(difference).toHaveCount(0);
  await expect(differences.getByRole('heading', { name: 'Differences' })).toBeFocused();
});

test('an admin records what became of refunds that the provider cannot be asked about', async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
}) => {
  const control = async (action: string, body: object): Promise<void> => {
    const answer = await fetch(`${clinic.sandboxUrl}/sslcommerz/control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  const payOnPage = async (booked: Booked): Promise<void> => {
    await control('next-bank-reference', { reference: '2611221553490009' });
    await openHostedPage(page, booked);
    await choose(page, /^Pay [\d.]+ /);
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

  // The bank calls another payment the same before the refund is asked for again.
  await payOnPage(await book(page, clinic, person));
  await admin.getByRole('link', { name: 'Back to Payments' }).click();
  await admin.getByRole('button', { name: 'Compare now' }).click();
  const differences = admin.getByRole('region', { name: 'Differences' });
  const difference = differences.getByRole('listitem').filter({ hasText: 'did not answer whether it refunds' });
  await difference.getByRole('link', { name: 'Look at the payment' }).click();

  await admin.getByRole('button', { name: 'It was not refunded' }).click();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Record that it was not refunded' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Their list has no refund');
  await dialog.getByRole('button', { name: 'Record that it was not refunded' }).click();
  await expect(admin.getByText('It is recorded that nothing was refunded.')).toBeVisible();
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

test('payments on hold that cannot be loaded are not taken for none', async ({ page, logIn, faults }) => {
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
