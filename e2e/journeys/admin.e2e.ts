import type { Locator, Page, Route } from '@playwright/test';
import { book } from '../book.ts';
import type { Clinic } from '../clinic.ts';
import { callAs } from '../conversations.ts';
import { demoAccounts, expect, expectAccessible, newPerson, test } from '../fixtures.ts';
import { loseAnswer, routeOnce } from '../route-once.ts';
import { untilRequestsAreSeen } from '../sent-requests.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const said = (page: Page, text: string): Locator => page.getByText(text, { exact: true });
const rowOf = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email });
/** The specification's buttons have their exact names, and the name of the person as description. */
const inRow = (page: Page, email: string, name: 'Make Admin' | 'Make Doctor' | 'Delete'): Locator =>
  rowOf(page, email).getByRole('button', { name, exact: true });
const searchField = (page: Page): Locator => page.getByLabel('Search by name or email');

/** Registers a doctor through the API, as the admin of this page. */
async function registerDoctor(page: Page, clinic: Clinic, name: string): Promise<string> {
  const { email, password } = newPerson();
  const photoURL = '/portraits/mei-tanaka.svg';
  const data = { name, email, password, specialty: 'Cardiology', photoURL };
  await callAs(page, clinic, { method: 'POST', path: '/doctors', data });
  return email;
}

test('gives and removes the admin role, updates an open page at once, and sends the access token', async ({
  page,
  logIn,
  signUp,
  confirmEmail,
  newVisitor,
  faults,
}) => {
  const other = await newVisitor();
  const person = await signUp(other, newPerson({ name: 'Nadia Novak' }));
  await confirmEmail(person);
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/allUsers');
  await expect(heading(page)).toHaveText(/^All Users \(\d+\)$/);
  await searchField(page).fill(person.email);
  await expect(rowOf(page, person.email)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await other.goto('/dashboard');
  await expect(heading(other)).toHaveText(/^Welcome back/);
  await expect(other.getByRole('link', { name: 'All Users' })).toHaveCount(0);
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('search') === person.email);

  await inRow(page, person.email, 'Make Admin').click();
  await expect(dialog(page).getByRole('heading', { name: 'Make Nadia Novak an admin?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await inRow(page, person.email, 'Make Admin').click();
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await dialog(page).getByRole('button', { name: 'Make Admin' }).click();
  expect((await asked).headers()['authorization']).toMatch(/^bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  await expect(said(page, 'Make admin successful.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Make Admin/ })).toHaveCount(0);
  await expect(rowOf(page, person.email).getByText('Admin', { exact: true })).toBeVisible();

  // The open dashboard updates by a live event.
  await expect(other.locator('main').getByText('Admin', { exact: true })).toBeVisible();
  await other.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Users' }).click();
  await expect(heading(other)).toHaveText(/^All Users/);

  await page.getByRole('button', { name: 'Remove the admin role of Nadia Novak' }).click();
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(said(page, 'Nadia Novak is no longer an admin.')).toBeVisible();
  await expect(inRow(page, person.email, 'Make Admin')).toBeVisible();
  faults.expectFailed(403, '/api/users');
  // A live event closes the open page at once.
  await expect(heading(other)).toHaveText('You do not have access to this page');
  await expect(other.getByRole('link', { name: 'All Users' })).toHaveCount(0);
});

test('makes a person a doctor whom patients can book for a specialty', async ({
  page,
  logIn,
  signUp,
  confirmEmail,
  newVisitor,
}) => {
  const other = await newVisitor();
  const person = await signUp(other, newPerson({ name: 'Doris Dahl' }));
  await confirmEmail(person);
  await logIn(page, demoAccounts.admin);
  await page.goto(`/dashboard/allUsers?search=${encodeURIComponent(person.email)}`);
  await inRow(page, person.email, 'Make Doctor').click();
  await dialog(page).getByRole('button', { name: 'Make Doctor' }).click();
  await expect(said(page, 'Make admin successful.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Make Doctor/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Manage Doctors' }).first().click();
  // The previous page has a field with the same name.
  await expect(heading(page)).toHaveText(/^Manage Doctors/);
  await searchField(page).fill('doris dahl');
  await expect(rowOf(page, person.email)).toContainText('None: cannot be booked');
  const change = async (...specialties: string[]) => {
    await page.getByRole('button', { name: 'Change specialties of Doris Dahl' }).click();
    for (const name of specialties) await dialog(page).getByLabel(name).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();
  };
  await change('Cardiology', 'Pediatrics');
  await expect(said(page, 'Appointment options updated successfully!')).toBeVisible();
  await expect(rowOf(page, person.email)).toContainText('Cardiology, Pediatrics');
  await change('Cardiology');
  await expect(rowOf(page, person.email)).not.toContainText('Cardiology');
});

test('deletes a doctor after showing the effects on future bookings, and emails the patients', async ({
  page,
  clinic,
  logIn,
  signUp,
  newVisitor,
}) => {
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/manageDoctors');
  await expect(heading(page)).toHaveText(/^Manage Doctors \(\d+\)$/);
  const email = await registerDoctor(page, clinic, 'Frieda Fortgang');
  const patientPage = await newVisitor();
  const patient = await signUp(patientPage);
  await patientPage.goto('/dashboard/myAppointment');
  await book(patientPage, clinic, patient, 'Frieda Fortgang');

  await searchField(page).fill('frieda');
  const button = inRow(page, email, 'Delete');
  await button.click();
  await expect(dialog(page).getByRole('heading')).toHaveText('Are you sure you want to delete?');
  await expect(dialog(page)).toContainText('If you delete Frieda Fortgang, this action cannot be undone.');
  await expect(dialog(page)).toContainText('1 future appointment with them will be cancelled.');
  await dialog(page).getByRole('button', { name: 'cancel', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleDescription('Frieda Fortgang');

  await button.click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(said(page, 'Doctor Frieda Fortgang deleted successfully')).toBeVisible();
  await expect(rowOf(page, email)).toHaveCount(0);
  await expect(heading(page)).toBeFocused();

  await patientPage.reload();
  await patientPage.getByRole('row').filter({ hasText: 'Cardiology' }).getByRole('link').click();
  await expect(patientPage.locator('main')).toContainText(/cancelled/i);

  await page.getByRole('link', { name: 'Audit Log' }).click();
  const entry = page.getByRole('row').filter({ hasText: 'Frieda Fortgang' }).filter({ hasText: 'Deleted doctor' });
  await expect(entry).toContainText('1 future booking cancelled.');
  await expect(entry).toContainText('Done');
});

test('an admin signs a person out everywhere instead of deleting them', async ({ page, logIn, signUp, newVisitor }) => {
  const others = await newVisitor();
  const person = await signUp(others, newPerson({ name: 'Lara Laptop' }));
  await logIn(page, demoAccounts.admin);
  await page.goto(`/dashboard/allUsers?search=${encodeURIComponent(person.email)}`);
  await inRow(page, person.email, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page)).toContainText('Sign Lara Laptop out everywhere?');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(said(page, 'Lara Laptop is signed out everywhere.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(inRow(page, person.email, 'Delete')).toBeVisible();
  await others.goto('/dashboard');
  await expect(others).toHaveURL(/\/login/);
});

test('deletes a user, also if the effect is unknown; a missing answer and a deletion elsewhere have messages', async ({
  page,
  logIn,
  signUp,
  newVisitor,
  faults,
}) => {
  faults.expectFailed(404, /^\/api\/users\/[^/]+\/deletion$/);
  faults.expectFailed(403, /^\/api\/users\/[^/]+\/deletion$/);
  faults.expectFailed('no answer', /^\/api\/users\/[^/]+$/);
  const gone = await signUp(await newVisitor(), newPerson({ name: 'Gesa Gegangen' }));
  const others = await newVisitor();
  const person = await signUp(others, newPerson({ name: 'Ulla Unstet' }));
  await logIn(page, demoAccounts.admin);
  await page.goto(`/dashboard/allUsers?search=${encodeURIComponent(gone.email)}`);
  const begin = (email: string) => inRow(page, email, 'Delete').click();
  const confirm = dialog(page).getByRole('button', { name: 'Delete', exact: true });

  await page.route('**/api/users/*/deletion', (route) => route.fulfill({ status: 403, json: { message: 'Not now.' } }));
  await page.route('**/api/users/*', (route) => route.abort());
  await begin(gone.email);
  await expect(dialog(page).getByRole('alert').first()).toContainText('Not now.');
  await confirm.click();
  await expect(said(page, 'An error occurred while deleting the user.')).toBeVisible();
  await expect(dialog(page).getByRole('alert').last()).toContainText('We could not reach the server.');
  await dialog(page).getByRole('button', { name: 'cancel', exact: true }).click();
  await page.unrouteAll();

  const { origin } = new URL(page.url());
  const [found] = (await (await page.request.get(`${origin}/api/users?search=${gone.email}`)).json()) as {
    _id: string;
  }[];
  const deleted = await page.request.delete(`${origin}/api/users/${found?._id}`, { headers: { origin } });
  expect(await deleted.json()).toMatchObject({ deletedCount: 1 });
  await begin(gone.email);
  await expect(said(page, 'Failed to delete user.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText(`No results for “${gone.email}”`)).toBeVisible();
  await expect(heading(page)).toBeFocused();

  await searchField(page).fill(person.email);
  await begin(person.email);
  // It is done, and the first answer is lost.
  await routeOnce(page, '**/api/users/*', loseAnswer, 'DELETE');
  await confirm.click();
  await expect(dialog(page).getByRole('alert').last()).toContainText('We could not reach the server.');
  await confirm.click();
  await expect(said(page, 'User deleted successfully.')).toBeVisible();
  await expect(page.getByText(`No results for “${person.email}”`)).toBeVisible();
  await others.goto('/dashboard');
  await expect(others).toHaveURL(/\/login/);
});

test('the last admin cannot be deleted or demoted, and sees the reason', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.admin);
  await page.goto(`/dashboard/allUsers?search=${encodeURIComponent(demoAccounts.admin.email)}`);
  const row = rowOf(page, demoAccounts.admin.email);
  await expect(row.getByText('You', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Remove the admin role/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(dialog(page)).toContainText('You cannot delete yourself here.');
  await expect(dialog(page).getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await expectAccessible(page);

  await page.goto('/dashboard/profile');
  // The cards above the button move it when they appear.
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog(page)).toContainText('The clinic needs an admin');
  await expect(dialog(page).getByRole('button', { name: 'Delete account' })).toHaveCount(0);
});

test('registers a doctor; faults have a summary and messages; a failed upload and a refusal keep the input', async ({
  page,
  logIn,
  faults,
}) => {
  faults.expectFailed(409, '/api/doctors');
  faults.expectFailed('no answer', '/api/images');
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/addDoctor');
  const submit = page.getByRole('button', { name: 'Register as Doctor' });
  const password = page.getByLabel('Password', { exact: true });
  const photo = page.getByRole('button', { name: /^Photo Choose/ });
  await submit.click();
  for (const message of [
    'Name is Required',
    'Email is Required',
    'Password is required',
    'Specialty is Required',
    'Photo is Required',
  ]) {
    await expect(said(page, message)).toBeVisible();
  }
  const summary = page.getByRole('group', { name: 'Please check these fields' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Photo' }).press('Enter');
  await expect(photo).toBeFocused();
  await expect(photo).toHaveAccessibleDescription(/Photo is Required/);
  await expectAccessible(page);
  await expect(summary.getByRole('link')).toHaveText(['Name', 'Email', 'Password', 'Specialty', 'Photo']);
  await password.fill('Aa1!');
  await expect(said(page, 'Password must be at least 6 characters long')).toBeVisible();
  await password.fill('simple-one');
  await expect(said(page, 'Password must include uppercase, number, and special character')).toBeVisible();

  const { email } = newPerson();
  await page.getByLabel('Name').fill('Greta Grün');
  await page.getByLabel('Email').fill(demoAccounts.patient.email);
  await password.fill('Openhours1!');
  await page.getByLabel('Specialty').selectOption('Pediatrics');
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 400 } });
  const file = { name: 'greta.png', mimeType: 'image/png', buffer };
  await page.route('**/api/images', (route) => route.abort());
  await photo.setInputFiles(file);
  await expect(page.getByRole('alert').filter({ hasText: 'We could not reach the server.' })).toBeVisible();
  await page.unroute('**/api/images');
  // Pressed during the upload, the button shows why nothing happens yet.
  const upload = Promise.withResolvers<void>();
  await page.route('**/api/images', async (route) => {
    await upload.promise;
    await route.continue();
  });
  await photo.setInputFiles(file);
  await expect(submit).toBeDisabled();
  await expect(page.getByText('The photo is still uploading.')).toBeVisible();
  upload.resolve();
  await submit.click();
  await expect(
    page.getByText(`There is already an account with the email address ${demoAccounts.patient.email}`),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Greta Grün');
  await expect(password).toHaveValue('Openhours1!');
  await expect(page.getByLabel('Specialty')).toHaveValue('Pediatrics');
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage Doctors' }).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Greta Grün');

  await page.getByLabel('Email').fill(email);
  await submit.click();
  await expect(said(page, 'User Created Successfully.')).toBeVisible();
  await expect(page.getByText('Dr. Greta Grün can now be booked.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(photo).toBeAttached();
  await page.locator('main').getByRole('link', { name: 'Manage Doctors' }).click();
  await searchField(page).fill('greta');
  await expect(rowOf(page, email)).toContainText('Pediatrics');
  await expect(rowOf(page, email).locator('img')).toHaveAttribute('src', /^\/images\//);
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({
    user: { email: demoAccounts.admin.email },
  });
});

test('a non-admin sees no links to admin pages, and on them a refusal without any requests', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['allUsers', 'addDoctor', 'manageDoctors', 'payments', 'audit', 'doctorPosts']) {
    await page.goto(`/dashboard/${path}`);
    await expect(heading(page)).toHaveText('You do not have access to this page');
  }
  await untilRequestsAreSeen(page);
  expect(asked.filter((path) => /^\/api\/(users|doctors|admin|audit|emailPosts)/.test(path))).toEqual([]);
  // Each page asks for the session, also without a load, because the role may have been given meanwhile. It also uses a
  // request that a live connection has just begun.
  let next = 'audit';
  await expect(async () => {
    const isAsked = page.waitForRequest('**/api/session', { timeout: 3_000 });
    await page.evaluate((path) => {
      history.pushState({}, '', `/dashboard/${path}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, next);
    next = next === 'audit' ? 'payments' : 'audit';
    await isAsked;
  }).toPass({ timeout: 30_000 });
  await expect(heading(page)).toHaveText('You do not have access to this page');
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(heading(page)).toHaveText(/^Welcome back/);
  for (const name of ['All Users', 'Payments']) await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('a search in payments or the audit log keeps the focus', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.admin);
  for (const { path, label } of [
    { path: '/dashboard/payments', label: 'Search by patient, reference, transaction or receipt number' },
    { path: '/dashboard/audit', label: 'Who' },
  ]) {
    await page.goto(path);
    const field = page.getByRole('main').getByLabel(label, { exact: true });
    await field.fill('nobody');
    await field.press('Enter');
    await expect(page).toHaveURL(/=nobody$/);
    await expect(field).toBeFocused();
    await field.pressSequentially(' else');
    await expect(field).toHaveValue('nobody else');
  }
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused();
  await expect(page.getByLabel('Who', { exact: true })).toHaveValue('');
});

test('an admin page opens while an expired access token cannot be renewed', async ({ page, logIn, faults }) => {
  faults.expectFailed(401, '/api/users');
  faults.expectFailed(503, '/api/jwt');
  await logIn(page, demoAccounts.admin);
  await page.route('**/api/jwt?*', (route) => route.fulfill({ status: 503 }));
  await page.addInitScript(() => localStorage.setItem('accessToken', 'expired'));
  await page.goto('/dashboard/allUsers');
  await expect(heading(page)).toHaveText(/^All Users \(\d+\)$/);
});

/** Opens a page, and waits until its session can end: until it is live, and has what every page asks for. */
async function openLive(page: Page, path: string): Promise<void> {
  const answers = ['**/api/events', '**/api/conversations/*/unread'].map((url) => page.waitForResponse(url));
  await page.goto(path);
  await Promise.all(answers);
}

test("after another person signed in, an open tab shows nothing of the previous person's data, nor what is unsaved", async ({
  page,
  logIn,
  context,
  faults,
}) => {
  faults.expectFailed(403, /^\/api\//);
  // The tab may still be asking for the admin's access token.
  faults.expectFailed(401, '/api/jwt');
  await logIn(page, demoAccounts.admin);
  await openLive(page, '/dashboard/bookings/new');
  await page.getByRole('button', { name: 'New patient' }).click();
  // Typed, because browsers ask only after somebody has used the page.
  await page.getByLabel('Name').pressSequentially('Nora New');
  page.on('dialog', (question) => void question.dismiss());
  const loaded = page.waitForEvent('load');
  // The new session ends the one before, and with it this tab's live connection.
  await logIn(await context.newPage(), demoAccounts.patient);
  await loaded;
  await expect(heading(page)).toHaveText('You do not have access to this page');
});

const sessionEnded = 'Your session has ended. Stay on this page, log in again in another window, then save.';

/** Fails the test if the browser asks whether to leave the page. */
function expectNoQuestion(page: Page): void {
  page.on('dialog', (question) => {
    throw new Error(`The browser asked: ${question.type()}`);
  });
}

test('a page that stays for its unsaved changes when the session ends is live again after a new sign-in', async ({
  page,
  logIn,
  clinic,
  faults,
}) => {
  faults.expectFailed(401, /^\/api\//);
  await logIn(page, demoAccounts.admin);
  await openLive(page, '/dashboard/clinic');
  const city = page.getByLabel('City');
  await city.pressSequentially('!');
  const typed = await city.inputValue();
  expectNoQuestion(page);
  await callAs(page, clinic, { method: 'POST', path: '/auth/sign-out', data: {} });
  await expect(said(page, sessionEnded)).toBeVisible();
  const showTab = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  // After a minute in another tab, the page asks who is signed in.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 61_000;
  });
  const askedAgain = page.waitForResponse('**/api/session');
  await showTab();
  await askedAgain;
  await expect(city).toHaveValue(typed);
  // In another tab.
  await logIn(page, demoAccounts.admin);
  const live = page.waitForRequest('**/api/events');
  await showTab();
  await live;
  await expect(city).toHaveValue(typed);
});

test('after a sign-out in another window, this one says so, and stays while a dialog has typed text', async ({
  page,
  logIn,
  clinic,
  faults,
}) => {
  faults.expectFailed(401, /^\/api\//);
  await logIn(page, demoAccounts.admin);
  await openLive(page, '/dashboard/agenda');
  const signOutElsewhere = () => callAs(page, clinic, { method: 'POST', path: '/auth/sign-out', data: {} });
  await page.getByRole('button', { name: 'Block time' }).click();
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.pressSequentially('A meeting');
  expectNoQuestion(page);
  await signOutElsewhere();
  await expect(said(page, sessionEnded)).toBeVisible();
  await expect(reason).toHaveValue('A meeting');
  const another = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(await another).toHaveURL('/login?next=%2Fdashboard%2Fagenda');
  await (await another).close();
  await logIn(page, demoAccounts.admin);
  await reason.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(reason).toBeHidden();

  await openLive(page, '/dashboard/agenda');
  await signOutElsewhere();
  await expect(page).toHaveURL(/^[^?]*\/login/);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
});

test("the browser's Back button asks before it discards what was typed in a dialog", async ({
  page,
  logIn,
  clinic,
}) => {
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Agenda' }).click();
  const blockTime = page.getByRole('button', { name: 'Block time' });
  await blockTime.click();
  await expect(page.getByRole('dialog', { name: 'Block time' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${clinic.url}/dashboard`);
  await page.goForward();
  await blockTime.click();
  const reason = page.getByRole('dialog', { name: 'Block time' }).getByLabel('Reason');
  await reason.fill('A meeting');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(question).toBeHidden();
  await expect(reason).toHaveValue('A meeting');
  await expect(page).toHaveURL(/\/dashboard\/agenda/);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(`${clinic.url}/dashboard`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a long list of people is paged, sorted and searched, with its state in the URL', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/allUsers');
  const firstCell = page.getByRole('row').nth(1).getByRole('cell').first();
  await expect(firstCell).toHaveText('1');
  const firstEmail = await page.getByRole('row').nth(1).getByRole('cell').nth(2).innerText();
  const shownPage = page.getByRole('group', { name: /^Page \d+ of \d+$/ });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(firstCell).toHaveText('51');
  await expect(firstCell).toBeInViewport();
  await expect(shownPage).toBeFocused();
  await expect(shownPage).toHaveAccessibleName(/^Page 2/);
  await page.reload();
  await expect(firstCell).toHaveText('51');
  const second = await page.getByRole('row').nth(1).innerText();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(firstCell).toHaveText('101');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(firstCell).toHaveText('51');
  expect(await page.getByRole('row').nth(1).innerText()).toBe(second);
  const previous = page.getByRole('button', { name: 'Previous' });
  await previous.click();
  await expect(firstCell).toHaveText('1');
  await expect(previous).toBeDisabled();
  await expect(shownPage).toBeFocused();
  await expect(rowOf(page, firstEmail)).toBeVisible();

  const email = page.getByRole('columnheader', { name: 'Email' });
  await expect(email).toHaveAttribute('aria-sort', 'none');
  await email.getByRole('button').click();
  await expect(email).toHaveAttribute('aria-sort', 'ascending');
  await email.getByRole('button').click();
  await expect(email).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('sort') === '-email');
  // The second cell of each row below the header.
  const readEmails = () => page.locator('tbody tr td:nth-child(3)').allInnerTexts();
  await expect.poll(async () => (await readEmails()).length).toBe(50);
  await expect
    .poll(async () => {
      const emails = await readEmails();
      return emails.join() === emails.toSorted().toReversed().join();
    })
    .toBe(true);

  // On a slow phone, each letter is typed while the page draws the search for those before, whose answers are slow.
  const slowly = async (route: Route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ response });
  };
  await page.route('**/api/users?*', slowly);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await searchField(page).pressSequentially('no such', { delay: 330 });
  await protocol.detach();
  await expect(searchField(page)).toHaveValue('no such');
  await expect(page.getByText('No results for “no such”')).toBeVisible();
  await expect(searchField(page)).toHaveValue('no such');
  await page.unroute('**/api/users?*', slowly);
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await expect(searchField(page)).toHaveValue('');
  await expect(firstCell).toHaveText('1');
});

test('the profile changes the password, ends other sessions, exports the data and closes the account', async ({
  page,
  signUp,
  logIn,
  newVisitor,
  faults,
}) => {
  faults.expectFailed(409, '/api/me/delete');
  faults.expectFailed(400, '/api/auth/change-password');
  faults.expectFailed(400, '/api/auth/revoke-other-sessions');
  const person = await signUp(page, newPerson({ name: 'Paula Profil' }));
  const elsewhere = await newVisitor();
  await logIn(elsewhere, person);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(dialog(page).getByLabel('Your password, to confirm')).toBeFocused();
  await dialog(page).getByLabel('Your password, to confirm').fill('Wrong1!');
  await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(dialog(page).getByText('That is not your password.')).toBeVisible();
  await dialog(page).getByLabel('Your password, to confirm').fill(person.password);
  await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(said(page, 'You are signed out everywhere else.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  await elsewhere.goto('/dashboard');
  await expect(elsewhere).toHaveURL(/\/login/);

  const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
  await current.fill('Wrong1!');
  await next.fill('simple');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(said(page, 'Password must have uppercase, number and special characters')).toBeVisible();
  await next.fill('Another2&');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(current).toHaveAccessibleDescription(/Invalid password/);
  await expect(next).toHaveValue('Another2&');
  await current.fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(said(page, 'Your password has been changed.')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download your data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk as Buffer));
  expect(JSON.parse(Buffer.concat(chunks).toString('utf8'))).toMatchObject({ person: { email: person.email } });

  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog(page)).toContainText('You have no future appointments.');
  await expectAccessible(page);
  const confirm = dialog(page).getByRole('button', { name: 'Delete account' });
  const proof = dialog(page).getByLabel('Your password, to confirm');
  await proof.fill('Wrong1!');
  await confirm.click();
  await expect(proof).toHaveAccessibleDescription('That is not your password.');
  await expect(proof).toBeFocused();
  await proof.fill('Another2&');
  await confirm.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account is deleted, and you are signed out.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});
