import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const refusal = { status: 400, json: { error: true, message: 'The clinic is being moved.', status: 400 } };

test('a page that fails says why, gives way to any other, and asks again when one comes back', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expect(/400|404|The clinic is being moved/);
  await signUp(page);
  await page.route('**/api/payments/receipt/*', (route) => route.fulfill(refusal));
  await page.goto('/dashboard/receipt/01a1fd4e-3da7-74e5-8c39-c55e75e880bb');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Something went wrong!!!');
  await expect(page.getByRole('alert')).toHaveText('The clinic is being moved.');
  await expectAccessible(page);

  await page.unroute('**/api/payments/receipt/*');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(heading).toContainText('Welcome back');
  await page.goBack();
  await expect(heading).toHaveText('Page not found');
});

test('when it cannot be told who is there one can open another page, or sign out and be asked to log in', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expect(/400|The clinic is being moved/);
  await signUp(page);
  await page.route('**/api/session', (route) => route.fulfill(refusal));
  await page.goto('/feed');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Something went wrong!!!');
  await page.unroute('**/api/session');
  await page.getByRole('link', { name: 'Appointment', exact: true }).click();
  await expect(heading).toContainText('Available Appointments');

  await page.route('**/api/session', (route) => route.fulfill(refusal));
  await page.goto('/feed');
  await page.unroute('**/api/session');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
});
