import { expect, test } from '../fixtures.ts';
import { routeOnce } from '../route-once.ts';

const refusal = { status: 400, json: { error: true, message: 'The clinic is being moved.', status: 400 } };

test('a failed page shows the reason, allows navigation, and refetches when it is opened again', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expect('The clinic is being moved');
  faults.expectFailed(400, '/api/payments/receipt/');
  faults.expectFailed(404, '/api/payments/receipt/');
  await signUp(page);
  await page.route('**/api/payments/receipt/*', (route) => route.fulfill(refusal));
  await page.goto('/dashboard/receipt/01a1fd4e-3da7-74e5-8c39-c55e75e880bb');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Something went wrong!!!');
  await expect(page.getByRole('alert')).toHaveText('The clinic is being moved.');

  await page.unroute('**/api/payments/receipt/*');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(heading).toContainText('Welcome back');
  await page.goBack();
  await expect(heading).toHaveText('Page not found');
});

test('after 8 s without an answer the page says so and can be reloaded', async ({ page, signUp }) => {
  await signUp(page);
  await page.clock.install();
  const notice = page.getByText('The server is taking a long time to answer.');
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  for (const call of ['**/api/session', '**/api/posts*']) {
    // The first document gets no answer, also when it asks again, as it does when the live connection opens.
    const first = documents + 1;
    await page.route(call, (route) => (documents > first ? route.fallback() : undefined));
    const asked = page.waitForRequest(call);
    await page.goto('/feed');
    await asked;
    // The clock also runs by itself, so on a busy machine the page has waited longer.
    await page.clock.runFor(1000);
    await expect(notice).toBeHidden();
    await page.clock.runFor(7500);
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(notice).toHaveCount(0);
  }

  // The script of the next page gets no answer.
  await routeOnce(page, '**/assets/conversations-page-*.js', () => undefined);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversation' }).click();
  await expect(page).toHaveURL('/conversations');
  await page.clock.runFor(8500);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversations');
});

test('a page whose script cannot be fetched does not reload while the server is down', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expect('dynamically imported module');
  faults.expectFailed('no answer', /^\/(assets|conversations)/);
  await signUp(page);
  // Before the feed loads it, in idle time.
  await page.route('**/assets/conversations-page-*.js', (route) => route.abort());
  await page.route('**/conversations', (route) => route.abort());
  await page.goto('/feed');
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversation' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^A part of this page could not be loaded\./);
  expect(documents).toBe(0);
  await page.unroute('**/assets/conversations-page-*.js');
  await page.unroute('**/conversations');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversations');

  // If it is a dialog's script, the page stays as it is.
  faults.expectFailed('no answer', /^\/(assets|dashboard)/);
  await page.goto('/dashboard/profile');
  await page.route('**/assets/dependant-dialog-*.js', (route) => route.abort());
  await page.route('**/dashboard/profile', (route) => route.abort());
  const add = page.getByRole('button', { name: 'Add a person' });
  const dialog = page.getByRole('dialog');
  const tryAgain = dialog.getByRole('button', { name: 'Try again' });
  await add.click();
  await expect(dialog).toHaveAccessibleName('This could not be opened. Check your connection and try again.');
  await expect(tryAgain).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(add).toBeFocused();
  await add.click();
  await expect(tryAgain).toBeFocused();
  await page.unroute('**/assets/dependant-dialog-*.js');
  await page.unroute('**/dashboard/profile');
  // The browser does not ask again for a script that failed: the page has to load again.
  const reloaded = page.waitForEvent('load');
  await tryAgain.click();
  await reloaded;

  // The script takes its time, and the button is pressed twice.
  const held = Promise.withResolvers<void>();
  await routeOnce(page, '**/assets/dependant-dialog-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await add.dblclick();
  await expect(dialog).toHaveAccessibleName('Opening…');
  await page.keyboard.press('Enter');
  held.resolve();
  await expect(dialog).toHaveAccessibleName('Add a person');
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
});

test('a sign-out without a network deletes what is stored, and says that the person is still signed in', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expect('Sign-out failed');
  faults.expectFailed('no answer', '/api/auth/sign-out');
  // What the page asks for while the session ends is refused.
  faults.expectFailed(401, /^\/api\//);
  await signUp(page);
  for (const path of ['/', '/feed']) {
    // The script of a prerendered page loads after its first paint.
    await page.goto(path, { waitUntil: path === '/' ? 'networkidle' : 'load' });
    await page.route('**/api/auth/sign-out', (route) => route.abort('internetdisconnected'));
    await page.evaluate(() => sessionStorage.setItem('draft', 'a message'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('You are still signed in: we could not reach the server.')).toBeVisible();
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.getItem('accessToken')])).toEqual([0, null]);
    await page.unroute('**/api/auth/sign-out');
  }
  // A token that was asked for before is not stored after it.
  const failed = Promise.withResolvers<void>();
  await page.route('**/api/jwt*', async (route) => {
    await failed.promise;
    await route.continue();
  });
  await page.route('**/api/auth/sign-out', (route) => route.abort('internetdisconnected'));
  const [late] = await Promise.all([page.waitForRequest('**/api/jwt*'), page.goto('/feed')]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are still signed in: we could not reach the server.')).toBeVisible();
  failed.resolve();
  await (await late.response())?.finished();
  await page.unroute('**/api/jwt*');
  await page.unroute('**/api/auth/sign-out');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('if the session cannot be checked, other pages can be opened, and signing out leads to the login page', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expect('The clinic is being moved');
  faults.expectFailed(400, '/api/session');
  faults.expectFailed(400, /^\/api\/conversations\//);
  await signUp(page);
  await page.route('**/api/session', (route) => route.fulfill(refusal));
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Error fetching user data:'));
  await page.goto('/feed');
  await logged;
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Something went wrong!!!');
  await page.unroute('**/api/session');
  await page.getByRole('link', { name: 'Appointment', exact: true }).click();
  await expect(heading).toContainText('Available Appointments');

  await page.route('**/api/conversations/*', (route) => route.fulfill(refusal));
  const conversationsLogged = page.waitForEvent('console', (line) =>
    line.text().startsWith('Error fetching conversations'),
  );
  await page.goto('/conversations');
  await conversationsLogged;
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

  await page.route('**/api/session', (route) => route.fulfill(refusal));
  await page.goto('/feed');
  await page.unroute('**/api/session');
  // There is no other 'Sign out', which would lead to the landing page.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You are signed out. Please log in again.')).toBeVisible();
});
