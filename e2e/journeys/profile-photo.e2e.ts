import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { lateRequest, routeOnce } from '../route-once.ts';

const picker = (page: Page) => page.getByRole('button', { name: /^Photo Choose/ });
const photo = (page: Page) => page.locator('main img');
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });
/** A valid picture to upload. */
const picture = (page: Page) => page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 400 } });

test.beforeEach(async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/dashboard/profile');
  await expect(picker(page)).toBeAttached();
});

test('a chosen photo is shown everywhere at once, is stored, and can be removed; another can be dropped', async ({
  page,
}) => {
  await picker(page).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture(page) });
  await expect(page.getByText('Your photo is saved.')).toBeVisible();
  await expect(photo(page)).toHaveAttribute('src', /^\/images\/[0-9a-f]{64}-320\.webp$/);
  await expect(photo(page)).toHaveJSProperty('naturalWidth', 320);
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect(page.getByText('Your photo is saved.')).toBeHidden();
  await expectAccessible(page);

  await page.goto('/dashboard');
  await expect(photo(page)).toHaveAttribute('src', /^\/images\//);
  await page.goto('/dashboard/profile');

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your photo is removed.')).toBeVisible();
  await expect(photo(page)).toHaveCount(0);
  await expect(picker(page)).toBeFocused();

  const bytes = [...(await picture(page))];
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], 'me.png', { type: 'image/png' }));
    return data;
  }, bytes);
  const hint = page.getByText('Choose a file or drop it here.');
  await hint.dispatchEvent('dragover', { dataTransfer: transfer });
  await hint.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('Your photo is saved.')).toBeVisible();
});

test('a file of another type is refused before the upload, a fake picture by the server, and another can be chosen', async ({
  page,
  faults,
}) => {
  faults.expectFailed(415, '/api/images');
  faults.expectFailed(422, '/api/images');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await picker(page).setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.alloc(10) });
  await expect(alert(page)).toHaveText(
    'We cannot read HEIC pictures. Please save yours as a JPEG and choose that file.',
  );
  await expect(picker(page)).toHaveAccessibleDescription(/HEIC pictures/);
  await expectAccessible(page);
  expect(sent).toEqual([]);

  const disguised = Buffer.from('<!doctype html><script>alert(1)</script>');
  await picker(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: disguised });
  await expect(alert(page)).toHaveText('Please choose a JPEG, PNG, WebP, AVIF or GIF picture.');

  const whole = await picture(page);
  await picker(page).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: whole.subarray(0, -3000) });
  await expect(alert(page)).toHaveText('That picture is damaged or incomplete. Please choose another one.');

  await picker(page).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: whole });
  await expect(page.getByText('Your photo is saved.')).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
});

test('an upload shows its progress and can be cancelled; a failed one shows an error', async ({ page, faults }) => {
  faults.expectFailed('no answer', '/api/images');
  let held = Promise.withResolvers<void>();
  await page.route('**/api/images', async (route) => {
    await held.promise;
    await route.abort('connectionrefused').catch(() => undefined);
  });
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await picture(page) };
  await picker(page).setInputFiles(file);
  await expect(page.getByRole('progressbar', { name: 'Uploading: Photo' })).toBeVisible();
  await expect(photo(page)).toHaveAttribute('src', /^blob:/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(photo(page)).toHaveCount(0);
  await expect(picker(page)).toBeFocused();
  held.resolve();

  held = Promise.withResolvers();
  held.resolve();
  await picker(page).setInputFiles(file);
  await expect(alert(page)).toHaveText(/^We could not reach the server\./);
});

test('each of two quick switches shows its new value until both are saved', async ({ page }) => {
  const first = page.getByLabel('Somebody wrote to you in a conversation: Email');
  const second = page.getByLabel('Reminder a day before an appointment: Email');
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/api/message-choices', sendLate, 'PUT');
  await first.uncheck();
  await second.uncheck();
  await expect(first).not.toBeChecked();
  const isSaved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /"reminder-day"/.test(answer.request().postData() ?? ''),
  );
  send();
  await isSaved;
  await page.reload();
  await expect(first).not.toBeChecked();
  await expect(second).not.toBeChecked();
});
