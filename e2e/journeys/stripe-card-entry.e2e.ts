import { book } from '../book.ts';
import { startClinic } from '../clinic.ts';
import { demoEnv, expect, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { signUp } from '../people.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_PUBLIC_KEY: 'pk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
};

/**
 * Replaces the parts of the provider's library that our card entry calls, because only the provider's host serves it.
 * Tests that the page's policy allows the script, and what we do with its answers; it does not test the library.
 */
function standIn(): void {
  const box = document.createElement('p');
  const element = {
    once: (name: string, tell: () => void) => void (name === 'ready' && setTimeout(tell)),
    mount: (place: HTMLElement) => place.append(box),
    destroy: () => box.remove(),
  };
  let tries = 0;
  const stripe = (key: string) => ({
    elements: ({ clientSecret }: { clientSecret: string }) => {
      box.textContent = `Card entry of ${key} for ${clientSecret}`;
      return { create: () => element, getElement: () => element, submit: () => Promise.resolve({}) };
    },
    confirmPayment: () => {
      tries += 1;
      return Promise.resolve(
        tries === 1
          ? { error: { message: 'Your card was declined.' } }
          : { paymentIntent: { id: 'pi_1', status: 'succeeded' } },
      );
    },
  });
  Object.assign(window, { Stripe: Object.assign(stripe, { version: 'endive' }) });
}

test("the payment page's policy allows the provider's library, and its messages are shown", async ({
  page,
  faults,
}) => {
  faults.expect(/request to another machine: GET \(https:\/\/js\.stripe\.com\/endive\/stripe\.js\)/);
  faults.expect('The card entry did not load');
  faults.expectFailed('no answer', '/endive/stripe.js');
  const own = await startClinic({ ...demoEnv, ...keys });
  try {
    const { id } = await book(page, own, await signUp(page, own.url));

    await page.route('**/api/create-payment-intent', (route) =>
      route.fulfill({ json: { clientSecret: 'pi_1_secret_2' } }),
    );
    await page.route('**/api/payments', (route) => route.fulfill({ json: { acknowledged: true, insertedId: id } }));
    await page.route('https://js.stripe.com/**', (route) => route.abort());
    await page.goto(`${own.url}/dashboard/payment/${id}`);
    await expect(page.getByText('Card payments are unavailable right now.')).toBeVisible();
    await page.unroute('https://js.stripe.com/**');
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Card entry of pk_test_nobody for pi_1_secret_2')).toBeVisible();
    await expectNoSidewaysScroll(page);
    const pay = page.getByRole('button', { name: 'Pay', exact: true });
    await pay.click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await pay.click();
    await expect(page.getByText('Congrats! your payment completed')).toBeVisible();
    await expect(page.getByText('pi_1', { exact: true })).toBeVisible();
    // Closes the page's live connection before the server stops.
    await page.goto('about:blank');
  } finally {
    await own.stop();
  }
});
