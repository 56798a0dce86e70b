import { openFirst, openWithSeveralTimes, waitForDay } from '../day-list.ts';
import { expect, newPerson, test } from '../fixtures.ts';

test('a visitor chooses a free time and signs up; then the booking dialog is open with that time', async ({ page }) => {
  const person = newPerson();
  await page.goto('/doctors');
  await page.getByRole('button', { name: 'Cardiology' }).click();
  await expect(page).toHaveURL(/specialty=Cardiology/);
  // Until the answer arrives, the list shows the times of all specialties.
  const times = page.getByRole('region', { name: 'Free times' });
  await expect(times.getByRole('heading', { name: 'Cardiology' }).first()).toBeVisible();
  await expect(times.getByRole('article').filter({ hasNotText: 'Cardiology' })).toHaveCount(0);
  // Days are columns here: only a day can have more times than it shows.
  const button = page.getByRole('button', { name: /^Show (more|fewer) times$/ });
  const cut = times.getByRole('article').filter({ has: button });
  await expect(cut.first()).toBeVisible();
  await expect(cut.filter({ hasNot: page.locator('li:nth-child(4) > a') })).toHaveCount(0);
  const links = cut.first().getByRole('link', { name: / [AP]M, / });
  const firstShown = await links.count();
  await cut.first().getByRole('button').click();
  expect(await links.count()).toBeGreaterThan(firstShown);
  const time = page.getByRole('list', { name: /day, / }).getByRole('link').first();
  const slot = ((await time.getAttribute('aria-label')) ?? '').split(',')[0] ?? '';
  expect(slot).toMatch(/^\d\d:\d\d [AP]M - \d\d:\d\d [AP]M$/);
  await time.click();

  const chosen = page.getByText(/you can book it\.$/);
  await expect(chosen).toContainText(` at ${slot.slice(0, 8)}.`);
  await page.getByRole('link', { name: 'Create an Account' }).click();
  await expect(chosen).toContainText('After you sign up, ');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(page.getByText(`Welcome to Openhours, ${person.name}! Your account is ready.`)).toBeVisible();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Cardiology' })).toBeVisible();
  await expect(dialog.getByLabel('Slot')).toHaveValue(slot);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Booking confirmed')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the sign-up page redirects a signed-in person', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/signup?next=/feed');
  await expect(page).toHaveURL('/feed');
});

test('Back closes the booking dialog and stays on the page; a reload keeps it open with its input', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  const dialog = page.getByRole('dialog');
  await openWithSeveralTimes(page);
  await dialog.getByPlaceholder('Phone Number').fill('+1 202 555 0143');
  await dialog.getByLabel('Slot').selectOption({ index: 1 });
  const slot = await dialog.getByLabel('Slot').inputValue();
  const day = new URL(page.url()).searchParams.get('day');
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  const before = `/appointment?day=${day}`;
  await page.reload();
  await expect(dialog.getByLabel('Slot')).toHaveValue(slot);
  await expect(dialog.getByPlaceholder('Phone Number')).toHaveValue('+1 202 555 0143');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(before);
  await openFirst(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(before);
});

test('a link to a taken time opens the dialog with the nearest free time and a notice', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/appointment');
  await waitForDay(page);
  const option = await page.locator('li[data-option]').first().getAttribute('data-option');
  const first = await page.getByRole('group', { name: 'Free times' }).getByRole('button').first().innerText();
  await page.goto(`/appointment?option=${option}&slot=${encodeURIComponent('01:00 AM - 01:30 AM')}`);
  const dialog = page.getByRole('dialog');
  // The nearest is the first one. Which one that is changes whenever somebody gives a slot up.
  await expect(dialog.getByLabel('Slot')).toHaveValue(/M - /);
  await expect(dialog.getByLabel('Slot')).toHaveJSProperty('selectedIndex', 0);
  await expect(dialog.getByText('01:00 AM - 01:30 AM is no longer free.')).toBeVisible();
  // A page that is opened again on a later day does not offer the same time of that day.
  await page.goto(`/appointment?day=2026-01-05&option=${option}&slot=${encodeURIComponent(first)}`);
  await expect(page.getByText('That time is no longer free. Choose another one.')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a doctor is found by name, and each has a page with their name and free times', async ({ page }) => {
  await page.goto('/doctors');
  const maya = page.getByRole('link', { name: 'Dr. Maya Lindqvist' });
  await maya.first().waitFor();
  await page.getByLabel('Find a doctor or treatment').fill('líndqvist');
  await expect(page.getByRole('article').filter({ hasNot: maya })).toHaveCount(0);
  await maya.first().click();
  await expect(page).toHaveURL('/doctors/maya-lindqvist');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr. Maya Lindqvist');
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole('list', { name: /day, / }).getByRole('link').first()).toBeVisible();
});
