import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readOptions } from '../book.ts';
import { callAs, choose, doctor, log, openConversation, postCard, say, writePost } from '../conversations.ts';
import { waitForDay } from '../day-list.ts';
import { demoAccounts, everythingOfClinic, expect, expectAccessible, test } from '../fixtures.ts';
import { waitUntilLoaded } from '../open-screen.ts';
import { lateRequest, routeOnce } from '../route-once.ts';
import { untilRequestsAreSeen } from '../sent-requests.ts';

const form = (page: Page) => page.getByRole('form', { name: 'New post' });
const picker = (page: Page) => form(page).getByRole('button', { name: /^Image \(optional\) Choose/ });
const newText = () => `Walk a little ${randomUUID().slice(0, 8)}`;
/** A valid picture to upload. */
const picture = (page: Page) => page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 400 } });

test('a new post with a picture shows a toast, is on top and leaves only later text in the form; for others nothing moves', async ({
  page,
  newVisitor,
  signUp,
  logIn,
}) => {
  await logIn(page, doctor);
  const reader = await newVisitor();
  await signUp(reader);
  await reader.goto('/feed');
  await expect(reader.getByRole('heading', { name: 'Health news' })).toBeVisible();
  await expect(form(reader)).toHaveCount(0);
  await expect(reader.getByText('Healthcare Provider')).toHaveCount(0);
  await expect(reader.getByRole('definition')).toHaveCount(0);

  await page.goto('/feed');
  await expect(page.getByText('Healthcare Provider')).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['52', '810', '205']);
  await form(page).getByRole('button', { name: 'Post', exact: true }).click();
  await expect(form(page).getByText('Please write something.')).toBeVisible();
  await expect(form(page).getByLabel('Description')).toBeFocused();

  const text = newText();
  const shows = form(page).getByLabel('What the image shows');
  await form(page).getByLabel('Description').fill(text);
  await picker(page).setInputFiles({ name: 'walk.png', mimeType: 'image/png', buffer: await picture(page) });
  await expect(form(page).locator('img')).toHaveAttribute('src', /^\/images\//);
  await shows.fill('A path along the river');
  await page.reload();
  await expect(form(page).getByLabel('Description')).toHaveValue(text);
  await expect(form(page).locator('img')).toHaveAttribute('src', /^\/images\//);
  await expect(shows).toHaveValue('A path along the river');
  await expectAccessible(page);
  const held = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/posts', async (route) => {
    await held.promise;
    await route.continue();
  });
  await form(page).getByRole('button', { name: 'Post', exact: true }).click();
  await form(page).getByLabel('Description').fill(`${text} And drink water.`);
  held.resolve();
  await expect(page.getByText('Post added successfully')).toBeVisible();
  await expect(form(page).getByLabel('Description')).toHaveValue('And drink water.');
  await expect(page.getByRole('article').first()).toContainText(text);
  await expect(postCard(page, text)).toHaveCount(1);
  await expect(form(page).locator('img')).toHaveCount(0);

  const announced = reader.getByRole('button', { name: '1 new post' });
  await expect(announced).toBeVisible();
  await expect(postCard(reader, text)).toHaveCount(0);
  await expectAccessible(reader);
  await announced.click();
  await expect(postCard(reader, text).getByRole('img', { name: 'A path along the river' })).toBeVisible();
  await expect(announced).toHaveCount(0);
  await expect(postCard(reader, text).locator('time')).toHaveAttribute('title', /\d{4}.*\d:\d\d:\d\d/);
  await expect(postCard(reader, text).getByRole('button')).toHaveAccessibleName('Report');
});

test('a picture that was deleted before the post was sent is dropped, and the form says so', async ({
  page,
  logIn,
  faults,
}) => {
  faults.expectFailed(404, '/images/');
  faults.expectFailed(409, '/api/posts');
  await logIn(page, doctor);
  await page.goto('/feed');
  const text = newText();
  const gone = form(page).getByText('Your picture was deleted, because it was not posted within a day.');
  const choosePicture = async () =>
    picker(page).setInputFiles({ name: 'walk.png', mimeType: 'image/png', buffer: await picture(page) });
  const isDropped = async () => {
    await expect(gone).toBeVisible();
    await expect(form(page).locator('img')).toHaveCount(0);
    await expect(form(page).getByRole('button', { name: 'Remove' })).toHaveCount(0);
    await expect(form(page).getByLabel('Description')).toHaveValue(text);
  };
  await form(page).getByLabel('Description').fill(text);
  await choosePicture();
  await expect(form(page).locator('img')).toHaveAttribute('src', /^\/images\//);
  await page.route('**/images/*', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await isDropped();
  await page.unroute('**/images/*');

  await test.step('also if only the server notices', async () => {
    await choosePicture();
    await expect(form(page).locator('img')).toHaveAttribute('src', /^\/images\//);
    await expect(gone).toHaveCount(0);
    await routeOnce(
      page,
      '**/api/posts',
      (route) => route.fulfill({ status: 409, json: { code: 'IMAGE_UNKNOWN' } }),
      'POST',
    );
    await form(page).getByRole('button', { name: 'Post', exact: true }).click();
    await isDropped();
  });
});

test('each failure shows its toast, keeps the text, and stores no partial post', async ({ page, logIn, faults }) => {
  faults.expectFailed('no answer', '/api/images');
  faults.expectFailed(500, '/api/posts');
  faults.expectFailed(502, '/api/posts');
  faults.expectFailed('no answer', '/api/posts');
  faults.expectFailed('no answer', '/assets/toaster');
  await logIn(page, doctor);
  // The browser does not ask again for a script that failed.
  await routeOnce(page, '**/assets/toaster-*.js', (route) => route.abort());
  await page.goto('/feed');
  const text = newText();
  await form(page).getByLabel('Description').fill(text);

  const upload = { name: 'walk.png', mimeType: 'image/png', buffer: await picture(page) };
  const post = form(page).getByRole('button', { name: 'Post without the image' });
  const failToUpload = async () => {
    await routeOnce(page, '**/api/images', (route) => route.abort('connectionreset'));
    await picker(page).setInputFiles(upload);
    await expect(page.getByText('Image upload failed').first()).toBeVisible();
  };
  await failToUpload();
  await expect(post).toBeVisible();
  const tryAgain = form(page).getByRole('button', { name: 'Try again' });
  await routeOnce(page, '**/api/images', lateRequest().sendLate);
  await tryAgain.click();
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(post).toBeEnabled();
  const slow = lateRequest();
  await routeOnce(page, '**/api/images', slow.sendLate);
  // At this width, 'Cancel' appears under the pointer.
  await page.setViewportSize({ width: 768, height: 800 });
  await tryAgain.dblclick();
  await expect(form(page).getByText('The picture is still uploading.')).toBeVisible();
  slow.send();
  await expect(form(page).getByRole('button', { name: 'Post', exact: true })).toBeEnabled();
  await failToUpload();
  await expect(form(page).getByText('The new picture was not uploaded. The post keeps the earlier one.')).toBeVisible();
  await form(page).getByRole('button', { name: 'Remove' }).click();
  await expect(form(page).getByText('The picture was not uploaded.')).toBeVisible();

  await routeOnce(page, '**/api/posts', (route) => route.fulfill({ status: 500, body: '{}' }));
  await post.click();
  await expect(page.getByText('Failed to add data')).toBeVisible();
  await expect(form(page).getByLabel('Description')).toHaveValue(text);
  await expect(postCard(page, text)).toHaveCount(0);

  // Not acknowledged, although the status is 200.
  const refused = { acknowledged: false, message: 'Posts are paused.' };
  await routeOnce(page, '**/api/posts', (route) => route.fulfill({ json: refused }));
  await post.click();
  await expect(form(page).getByText('Posts are paused.')).toBeVisible();
  await expect(page.getByText('Post added successfully')).toHaveCount(0);
  await expect(form(page).getByLabel('Description')).toHaveValue(text);

  // The post is stored, but the answer is lost.
  await routeOnce(page, '**/api/posts', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await post.click();
  await expect(page.getByText('Failed to store the post info')).toBeVisible();
  await expect(form(page).getByLabel('Description')).toHaveValue(text);

  // A proxy answers for the server, which has stored the post.
  await routeOnce(page, '**/api/posts', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' });
  });
  await post.click();
  await expect(form(page).getByText('The server could not answer (502).')).toBeVisible();
  await expect(form(page).getByLabel('Description')).toHaveValue(text);
  await post.click();
  await expect(page.getByText('Post added successfully')).toBeVisible();
  await expect(form(page).getByRole('button', { name: 'Post', exact: true })).toBeVisible();
  await page.reload();
  await expect(postCard(page, text)).toHaveCount(1);
});

test('older posts load on scrolling, and after a failure by the button', async ({ page, logIn, clinic, faults }) => {
  await logIn(page, demoAccounts.admin);
  const texts: string[] = [];
  for (let number = 0; number < 44; number += 1) texts.push((await writePost(page, clinic, 'Older')).description);
  const newest = await writePost(page, clinic, 'Newest');
  await page.goto('/feed');
  await expect(postCard(page, texts.at(-1) ?? '')).toBeVisible();

  // A keyboard focus at the end of the page stays there.
  const older: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).searchParams.has('cursor')) older.push(request.url());
  });
  const last = page.getByRole('link', { name: 'Cookie Policy' });
  await last.focus();
  await expect(last).toBeInViewport();
  await untilRequestsAreSeen(page);
  expect(older).toEqual([]);
  await page.getByRole('heading', { level: 1 }).focus();

  await routeOnce(page, /[?&]cursor=/, (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }));
  faults.expectFailed(400, '/posts');
  faults.expectFailed(404, /^\/api\/posts\//);
  const again = page.getByRole('button', { name: 'That did not work. Show older posts' });
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(again).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(postCard(page, texts.at(-1) ?? '')).toHaveCount(1);
  // What is deleted while older posts load does not come back with them.
  const held = Promise.withResolvers<void>();
  await routeOnce(page, /[?&]cursor=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await again.click();
  await callAs(page, clinic, { method: 'DELETE', path: `/deleteItem/${newest.id}` });
  await expect(postCard(page, newest.description)).toHaveCount(0);
  held.resolve();
  // While the focus is on the button, only the button loads more.
  await page.getByRole('heading', { level: 1 }).focus();

  const oldest = postCard(page, texts[0] ?? '');
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(oldest).toHaveCount(1, { timeout: 300 });
  }).toPass();
  await expect(postCard(page, newest.description)).toHaveCount(0);
});

test('after missing more events than are stored, the feed and the conversation are up to date', async ({
  page: reader,
  newVisitor,
  meetAuthor,
  logIn,
  clinic,
  faults,
}) => {
  faults.expectFailed('no answer', everythingOfClinic);
  // If the page hears of the deletion only after it has reconnected, it asks for the post.
  faults.expectFailed(404, /^\/api\/posts\//);
  // Reconnect with an id that the server no longer has.
  await reader.context().route('**/api/events', async (route) => {
    const { 'last-event-id': _, ...headers } = await route.request().allHeaders();
    await route.continue({ headers: { ...headers, 'last-event-id': '999999999' } });
  });
  const { author, post: stays, conversationId } = await meetAuthor(reader);
  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  const gone = await writePost(author, clinic);
  await say(author, clinic, { conversationId, senderEmail: doctor.email, message: 'To be hidden' });

  const chat = await reader.context().newPage();
  await chat.goto(`/conversations/${stays.id}`);
  await choose(chat, /./);
  await expect(log(chat).getByText('To be hidden')).toBeVisible();
  await reader.goto('/feed');
  await expect(postCard(reader, gone.description)).toBeVisible();
  const messages = await chat.request.get(`${clinic.url}/api/conversations/${conversationId}/messages`);
  const [message] = (await messages.json()) as { _id: string }[];
  const path = `/conversations/messages/${message?._id}/reports`;
  await callAs(reader, clinic, { method: 'POST', path, data: {} });
  const open = await admin.request.get(`${clinic.url}/api/reports`);
  const reports = (await open.json()) as { _id: string; text: string }[];
  const report = reports.find(({ text }) => text === 'To be hidden');

  const cut = [reader, chat].map((tab) =>
    tab.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events')),
  );
  await reader.context().setOffline(true);
  await Promise.all(cut);
  await callAs(author, clinic, { method: 'DELETE', path: `/deleteItem/${gone.id}` });
  await callAs(admin, clinic, { method: 'PUT', path: `/reports/${report?._id}`, data: { hidden: true } });
  const fresh = await writePost(author, clinic);
  await expect(postCard(reader, gone.description)).toHaveCount(1);
  await expect(log(chat).getByText('To be hidden')).toHaveCount(1);

  await reader.context().setOffline(false);
  await expect(postCard(reader, gone.description)).toHaveCount(0);
  await expect(postCard(reader, stays.description)).toHaveCount(1);
  await expect(postCard(reader, fresh.description)).toHaveCount(0);
  await reader.getByRole('button', { name: '1 new post' }).click();
  await expect(postCard(reader, fresh.description)).toBeVisible();
  await expect(log(chat).getByText('To be hidden')).toHaveCount(0);
  await expect(log(chat).getByText('Hidden by an admin')).toBeVisible();
});

test('My Posts: deleting shows the effect on conversations, removes the row on success, and moves the focus', async ({
  page,
  newVisitor,
  signUp,
  logIn,
  clinic,
  faults,
}) => {
  faults.expectFailed(500, '/api/deleteItem/');
  await logIn(page, doctor);
  const [first, second] = [await writePost(page, clinic), await writePost(page, clinic)];
  const patient = await newVisitor();
  const person = await signUp(patient);
  const conversationId = await openConversation(patient, clinic, { postId: second.id, email: person.email });
  await say(patient, clinic, { conversationId, senderEmail: person.email, message: 'Before it went' });

  await page.goto('/dashboard/doctorPosts');
  // By its tag, because the page behind an open dialog has no roles.
  const row = (text: string) => page.locator('tbody tr').filter({ hasText: text });
  await expect(page.getByRole('columnheader')).toHaveText(['Image', 'Description', 'Email', 'Action']);
  await expect(row(second.description)).toContainText(doctor.email);

  await row(second.description).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The one conversation about it stays readable');
  await routeOnce(page, '**/api/deleteItem/**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Error got to delete data')).toBeVisible();
  await expect(row(second.description)).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted successfully')).toBeVisible();
  await expect(row(second.description)).toHaveCount(0);
  await expect(row(first.description).getByRole('button', { name: 'Delete' })).toBeFocused();

  await patient.goto(`/conversations/${second.id}?with=${conversationId}`);
  await expect(patient.getByText('The post that this is about was deleted.')).toBeVisible();
  await expect(patient.getByRole('log').getByText('Before it went')).toBeVisible();
});

test('a taken slot is struck through at once, becomes free again in its place, and nothing moves', async ({
  page,
  newVisitor,
  signUp,
  clinic,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  const freeTimes = page.getByRole('group', { name: 'Free times' }).getByRole('button');
  // Other tests may have left the first card a single slot.
  const card = page
    .getByRole('article')
    .filter({ has: freeTimes.nth(2) })
    .first();
  const slots = card.getByRole('group', { name: 'Free times' }).getByRole('button');
  await waitForDay(page);
  await waitUntilLoaded(page);
  const slot = (await slots.nth(1).getAttribute('aria-label')) ?? '';
  const place = await slots.nth(2).boundingBox();
  const whose = await card.locator('p').first().innerText();
  const treatment = await card.getByRole('heading').innerText();
  const date = (await page.getByRole('heading', { level: 1 }).innerText()).replace('Available Appointments on ', '');

  const rival = await newVisitor();
  const other = await signUp(rival);
  const options = await readOptions(rival, clinic, date);
  const option = options.find(({ name, doctorName }) => name === treatment && whose.includes(doctorName ?? 'on duty'));
  const data = { appointmentDate: date, treatment, slot, patient: other.name, email: other.email, phone: '' };
  await callAs(rival, clinic, {
    method: 'POST',
    path: '/bookings',
    data: { ...data, price: option?.price, optionId: option?._id },
  });
  await expect(card.getByRole('button', { name: `${slot}, just taken` })).toBeVisible();
  await expect.poll(() => slots.nth(2).boundingBox()).toEqual(place);
  await card.getByRole('button', { name: `${slot}, just taken` }).click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);

  // It is free again when the booking is cancelled.
  await callAs(rival, clinic, { method: 'POST', path: '/me/delete', data: { password: other.password } });
  await expect(card.getByRole('button', { name: slot, exact: true })).toBeEnabled();
  await expect.poll(() => slots.nth(2).boundingBox()).toEqual(place);
});
