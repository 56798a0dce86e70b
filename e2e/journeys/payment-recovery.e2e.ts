import { book } from '../book.ts';
import { cards, enterCard } from '../cards.ts';
import { callAs } from '../conversations.ts';
import { demoAccounts, expect, expectAccessible, newPerson, test } from '../fixtures.ts';
import { chargesOf, congrats, controlSandbox, openPayment, payButton, payByCard } from '../paying.ts';
import { skipPauses } from '../skip-pauses.ts';

test('on return from the bank without our server, the page waits, says what to do, and then shows the payment', async ({
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
  await page.clock.install();
  await page.goto(next_action.redirect_to_url.url);
  // The provider's events are withheld too, so the clinic does not know of the payment.
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
  await skipPauses(page, () => expect(page.getByText('Please do not pay again')).toBeVisible({ timeout: 500 }));
  await expect(payButton(page)).toHaveCount(0);
  isAnswering = true;
  await skipPauses(page, () => expect(congrats(page)).toBeFocused({ timeout: 500 }));
  await expect(page).toHaveURL(`/dashboard/payment/${booked.id}`);
});

test('after a closed browser and without events from the provider, the next visit finds the payment', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(409, '/api/create-payment-intent');
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  await controlSandbox(clinic, 'stripe/control/delivery', { how: 'never' });
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
    await controlSandbox(clinic, 'stripe/control/delivery', { how: 'at-once' });
  }
});

test("an unknown appointment, and somebody else's for an admin, have a clear page without a payment form", async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
  faults,
}) => {
  faults.expectFailed(404, /^\/api\/bookings\/|^\/api\/payments\//);
  const booked = await book(page, clinic, await signUp(page));
  await page.goto('/dashboard/payment/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appointment not found');
  await expect(payButton(page)).toHaveCount(0);
  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  await admin.goto(`/dashboard/payment/${booked.id}`);
  await expect(admin.getByText("This is somebody else's appointment")).toBeVisible();
  await expect(payButton(admin)).toHaveCount(0);
});

test('a cancelled appointment has a payment page without a form, and its payment is refunded', async ({
  page,
  clinic,
  signUp,
  newVisitor,
  logIn,
}) => {
  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  const doctor = newPerson({ name: 'Lena Leaving' });
  const data = { name: doctor.name, email: doctor.email, specialty: 'Cardiology', role: 'doctor' };
  const { insertedId } = await callAs(admin, clinic, { method: 'POST', path: '/users', data });

  const person = await signUp(page);
  const unpaid = await book(page, clinic, person, doctor.name);
  const paid = await book(page, clinic, person, doctor.name);
  await payByCard(page, paid);
  await openPayment(page, unpaid);
  const list = await page.context().newPage();
  await list.goto('/dashboard/myAppointment');
  const listed = list.getByRole('row').filter({ hasText: doctor.name });
  await expect(listed).toHaveCount(2);
  await expect(listed.filter({ hasText: 'Cancelled' })).toHaveCount(0);
  const deleted = await callAs(admin, clinic, { method: 'DELETE', path: `/doctors/${String(insertedId)}` });
  expect(deleted).toMatchObject({ cancelledBookings: 2 });

  // An open list updates by itself.
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
