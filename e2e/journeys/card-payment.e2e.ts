import { book } from '../book.ts';
import { cards, enterCard } from '../cards.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { chargesOf, congrats, openPayment, payButton, transactionId } from '../paying.ts';

test("a patient pays by card on the only page with the provider's library, and gets the receipt and no second form", async ({
  page,
  clinic,
  signUp,
}) => {
  const booked = await book(page, clinic, await signUp(page));
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/dashboard/myAppointment');
  const card = page.getByRole('row').filter({ hasText: booked.slot }).getByRole('button', { name: 'Card' });
  await expect(card).toBeVisible();
  expect(scripts.filter((url) => url.includes('card-entry'))).toEqual([]);
  await card.click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payment for ${booked.treatment}`);
  const sentence = `Please pay $${booked.price} for your appointment on ${booked.date} at ${booked.slot}`;
  await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCSS('font-size', '16px');
  await enterCard(page);
  expect(scripts.filter((url) => url.includes('sandbox-card-entry'))).toHaveLength(1);
  expect(scripts.filter((url) => url.includes('stripe-card-entry'))).toEqual([]);
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

  // The next page is a new document, without the payment page's policy.
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('link', { name: 'Receipt' }).click();
  const policy = (await (await loaded).response())?.headers()['content-security-policy'];
  expect(policy).toContain("connect-src 'self';");
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt R-\d{4}-\d{6}$/);
  await expect(page.locator('main')).toContainText(id);

  await page.getByRole('link', { name: 'View appointment' }).click();
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText(`$${booked.price}`);
  await page.goto('/dashboard/myAppointment');
  await expect(page.getByRole('row').filter({ hasText: booked.slot })).toContainText('Paid');
});

test('a refused card has a message at the form, is not sent if it is no test card, and another card pays', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(402, /\/(payment_intents|authenticate)\//);
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  await test.step('a real card is not sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await enterCard(page, '4539148803436467');
    await payButton(page).click();
    await expect(page.getByText('This is a demo. Real cards are not accepted.')).toBeVisible();
    await expect(page.getByLabel('Card number')).toBeFocused();
    expect(sent).toEqual([]);
  });
  await test.step("a declined card shows the provider's message", async () => {
    await enterCard(page, cards.declined);
    await payButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await expectAccessible(page);
  });
  await test.step("a card that needs the bank's confirmation fails if it is denied, and pays if it is given", async () => {
    await enterCard(page, cards.bankAsks);
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await expect(page.getByRole('alert')).toHaveText(/authenticate/);
    await payButton(page).click();
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(congrats(page)).toBeVisible();
  });
});

test('Pay is disabled during the payment and cannot be pressed twice', async ({ page, clinic, signUp }) => {
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  let sent = 0;
  const pressed = Promise.withResolvers<void>();
  await page.route('**/confirm', async (route) => {
    sent += 1;
    await pressed.promise;
    await route.continue();
  });
  await enterCard(page);
  await payButton(page).dblclick();
  await expect(payButton(page)).toBeDisabled();
  await page.keyboard.press('Enter');
  pressed.resolve();
  await expect(congrats(page)).toBeVisible();
  expect(sent).toBe(1);
  expect(await chargesOf(clinic, booked)).toBe(1);
});

test('two tabs pay once for one appointment', async ({ page, clinic, signUp, context, faults }) => {
  faults.expectFailed(400, /\/payment_intents\//);
  const booked = await book(page, clinic, await signUp(page));
  const other = await context.newPage();
  await openPayment(page, booked);
  await openPayment(other, booked);
  await enterCard(page);
  await enterCard(other, cards.otherGood);
  // Without Playwright's checks before a click, because the other tab learns of the payment within milliseconds.
  await Promise.all([page, other].map((tab) => payButton(tab).evaluate((button: HTMLElement) => button.click())));
  await expect(congrats(page)).toBeVisible();
  await expect(congrats(other)).toBeVisible();
  expect(await transactionId(other).innerText()).toBe(await transactionId(page).innerText());
  expect(await chargesOf(clinic, booked)).toBe(1);
});

test('a slow payment is shown as being processed, and then as paid', async ({ page, clinic, signUp, faults }) => {
  faults.expectFailed(409, '/api/payments');
  const booked = await book(page, clinic, await signUp(page));
  await openPayment(page, booked);
  await enterCard(page, cards.processing);
  // The provider takes 3 s: the wait begins before the click, and checks every frame.
  const processed = page.getByText('Your payment is being processed.').waitFor();
  await payButton(page).click();
  await processed;
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible({ timeout: 20_000 });
});
