import type { Page } from '@playwright/test';
import { callAs, choose, doctor, input, log, openConversation, say, type, writePost } from '../conversations.ts';
import { everythingOfClinic, expect, expectAccessible, expectNoSidewaysScroll, newPerson, test } from '../fixtures.ts';
import { lateRequest, routeOnce } from '../route-once.ts';
import { skipPauses } from '../skip-pauses.ts';

const bubbles = (page: Page, text: string) => log(page).getByText(text, { exact: true });
const unreadInBar = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversation', exact: true });

test('a message appears for the other person without a reload, is marked as seen, and updates unread counts', async ({
  page: patient,
  newVisitor,
  signUp,
  logIn,
  clinic,
}) => {
  const author = await newVisitor();
  await logIn(author, doctor);
  const person = await signUp(patient, newPerson({ name: 'Bela Quick' }));
  const post = await writePost(author, clinic);

  await patient.goto('/feed');
  const card = patient.getByRole('article').filter({ hasText: post.description });
  await card.getByRole('link', { name: 'Message' }).click();
  await expect(patient).toHaveURL(`/conversations/${post.id}`);
  await expect(patient.getByRole('heading', { level: 1 })).toHaveText('Conversation');
  // The only conversation is open.
  await expect(log(patient)).toBeVisible();

  await author.goto('/conversations');
  const listed = author.getByRole('article').filter({ hasText: person.email });
  await expect(listed.getByText('with Bela Quick')).toBeVisible();
  await expect(listed.getByText(person.email).first()).toBeHidden();
  await listed.getByText('Details').click();
  await expect(listed.getByText(person.email).first()).toBeVisible();
  await expect(listed.getByText(post.id)).toBeVisible();

  await type(patient, 'Good morning');
  await expect(input(patient)).toHaveValue('');
  await expect(bubbles(patient, 'Good morning')).toBeVisible();
  await expect(listed.getByText('Good morning')).toBeVisible();
  await expect(listed.getByText('1 unread')).toBeVisible();
  await expect(unreadInBar(author)).toHaveAccessibleDescription(/unread message/);
  await type(patient, 'Are you there?');
  await expect(listed.getByText('2 unread')).toBeVisible();

  await listed.getByRole('link', { name: 'Message' }).click();
  await expect(log(author)).toBeVisible();
  await expect(bubbles(author, 'Are you there?')).toBeVisible();
  await expect(log(patient).getByText('Seen')).toBeVisible();
  await expect(author.getByText('2 unread')).toHaveCount(0);

  await input(author).pressSequentially('Y');
  await expect(patient.getByText('is typing…')).toBeVisible();
  await type(author, 'Yes, good morning');
  await expect(bubbles(patient, 'Yes, good morning')).toBeVisible();
  await expect(patient.getByText('is typing…')).toHaveCount(0);

  // Distinguished by side and name, not only by colour.
  const own = await bubbles(patient, 'Good morning').boundingBox();
  const theirs = await bubbles(patient, 'Yes, good morning').boundingBox();
  const box = await log(patient).boundingBox();
  if (!own || !theirs || !box) throw new Error('A message is not in the page.');
  expect(own.x + own.width).toBeGreaterThan(box.x + box.width / 2);
  expect(theirs.x).toBeLessThan(box.x + box.width / 2);
  // On a small phone the list has the 16 rem of the specification and the form stays visible.
  for (const height of [740, 640]) {
    await patient.setViewportSize({ width: 360, height });
    await expect(input(patient)).toBeInViewport({ ratio: 1 });
    await expect(bubbles(patient, 'Yes, good morning')).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await log(patient).boundingBox())?.height).toBeGreaterThanOrEqual(250);
  }
  await expect(patient.getByRole('contentinfo')).toHaveCount(0);
  // On one that is turned sideways the page scrolls, and the form stays within its card.
  await patient.setViewportSize({ width: 640, height: 360 });
  const belowForm = () =>
    input(patient).evaluate((field) => {
      const card = field.closest('.rounded-card');
      return card && card.getBoundingClientRect().bottom - field.getBoundingClientRect().bottom;
    });
  await expect.poll(belowForm).toBeGreaterThan(0);
  expect(await patient.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
});

test('a conversation is opened once, and a refused opening is repeated only by the retry button', async ({
  page: patient,
  meetAuthor,
  clinic,
  faults,
}) => {
  faults.expectFailed(409, '/api/conversations');
  const { author, post, conversationId } = await meetAuthor(patient);
  let openings = 0;
  await patient.route('**/api/conversations', async (route) => {
    openings += 1;
    if (openings > 1) return route.continue();
    await route.fulfill({ status: 409, json: { acknowledged: false, code: 'BLOCKED', message: 'Not at the moment.' } });
  });
  await patient.goto(`/conversations/${post.id}`);
  await expect(patient.getByRole('alert')).toContainText('Not at the moment.');
  await patient.getByRole('button', { name: 'Try again' }).click();
  await expect(log(patient)).toBeVisible();
  await routeOnce(patient, '**/api/conversations/messages', (route) =>
    route.fulfill({ status: 409, json: { acknowledged: false, code: 'BLOCKED', message: 'Not at the moment.' } }),
  );
  await type(patient, 'Hello?');
  const tryAgain = log(patient).getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();

  const block = { method: 'PUT', path: `/conversations/${conversationId}/block`, data: { blocked: true } };
  await callAs(author, clinic, block);
  // The form is gone, and with it the field that had the focus.
  await expect(patient.getByText('is not accepting messages from you')).toBeFocused();
  await expect(tryAgain).toHaveCount(0);
  await expect(log(patient).getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(openings).toBe(2);
});

test('one of several conversations is chosen, the list fits its box, and repeated messages are announced', async ({
  page: patient,
  meetAuthor,
  newVisitor,
  signUp,
  clinic,
}) => {
  const { author, post, conversationId } = await meetAuthor(patient);
  const second = await newVisitor();
  const { email } = await signUp(second, newPerson({ name: 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine' }));
  const other = await openConversation(second, clinic, { postId: post.id, email });
  await say(second, clinic, { conversationId: other, senderEmail: email, message: 'A long question. '.repeat(20) });

  await author.goto(`/conversations/${post.id}`);
  await type(author, 'Too early');
  await expect(author.getByText('Please choose a conversation first!')).toBeVisible();
  const list = author.getByRole('navigation', { name: 'Conversations about this post' }).getByRole('list');
  await expect(list.getByRole('button')).toHaveCount(2);
  for (const width of [360, 768, 1280]) {
    await author.setViewportSize({ width, height: 800 });
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth), `beyond the box at ${width} px`).toBe(0);
  }
  // On a phone, the chosen conversation replaces the list and fills the window.
  await author.setViewportSize({ width: 360, height: 740 });
  await list.getByRole('button').first().click();
  await expect(list).toBeHidden();
  const readFoot = async () => {
    const composer = await input(author).boundingBox();
    return (composer?.y ?? 0) + (composer?.height ?? 0);
  };
  await expect.poll(readFoot).toBeGreaterThan(740 - 48);

  await patient.goto(`/conversations/${post.id}`);
  await log(patient).waitFor();
  const announced = await patient.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const isStatus = target instanceof Element && target.closest('[role=status]') !== null;
        if (isStatus) texts.push(...[...addedNodes].map((node) => node.textContent ?? ''));
      }
    }).observe(document.body, { subtree: true, childList: true });
    return texts;
  });
  for (const count of [1, 2]) {
    await say(author, clinic, { conversationId, senderEmail: doctor.email, message: 'Are you there?' });
    await expect(bubbles(patient, 'Are you there?')).toHaveCount(count);
  }
  await expect
    .poll(async () => (await announced.jsonValue()).filter((text) => text.endsWith(': Are you there?')))
    .toHaveLength(2);
});

test('after a lost connection, no message is missing or repeated', async ({
  page: patient,
  meetAuthor,
  clinic,
  faults,
}) => {
  faults.expectFailed('no answer', everythingOfClinic);
  const { author, post, conversationId } = await meetAuthor(patient);
  for (const page of [patient, author]) {
    await page.goto(`/conversations/${post.id}`);
    await choose(page, /./);
  }
  await type(patient, 'one');
  await expect(bubbles(author, 'one')).toBeVisible();

  await patient.context().setOffline(true);
  await type(patient, 'two, written without a line');
  await expect(log(patient).getByRole('button', { name: 'Try again' })).toBeVisible();
  for (const text of ['three', 'four']) {
    await say(author, clinic, { conversationId, senderEmail: doctor.email, message: text });
  }
  await expect(bubbles(author, 'four')).toBeVisible();
  await expect(bubbles(patient, 'four')).toHaveCount(0);

  await patient.context().setOffline(false);
  await expect(bubbles(patient, 'four')).toBeVisible();
  await log(patient).getByRole('button', { name: 'Try again' }).click();
  await expect(bubbles(author, 'two, written without a line')).toBeVisible();
  for (const page of [patient, author]) {
    for (const text of ['one', 'three', 'four', 'two, written without a line']) {
      await expect(bubbles(page, text)).toHaveCount(1);
    }
  }
  await expect(log(patient).getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a message of one’s own does not hide earlier ones that have not arrived yet', async ({
  page: patient,
  meetAuthor,
  clinic,
}) => {
  const { author, post, conversationId } = await meetAuthor(patient);
  const answer = (message: string) => say(author, clinic, { conversationId, senderEmail: doctor.email, message });
  await answer('one');
  // The live events are on their way, and stay there.
  await patient.route('**/api/events', () => undefined);
  await patient.goto(`/conversations/${post.id}`);
  await choose(patient, /./);
  await expect(bubbles(patient, 'one')).toBeVisible();

  await answer('two');
  await expect(bubbles(patient, 'two')).toHaveCount(0);
  await type(patient, 'three');
  await expect(log(patient).getByText(/^(one|two|three)$/)).toHaveText(['one', 'two', 'three']);
});

test('without a server a message stays with "Try again", over a reload, and is sent once', async ({
  page: patient,
  meetAuthor,
  faults,
}) => {
  faults.expectFailed('no answer', '/api/');
  const { author, post } = await meetAuthor(patient);
  await patient.goto(`/conversations/${post.id}`);
  await choose(patient, /./);

  // The message arrives, but the answer is lost.
  await routeOnce(patient, '**/api/conversations/messages', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await patient.route('**/api/events', (route) => route.abort('connectionrefused'));
  await patient.reload();
  await log(patient).waitFor();
  const logged = patient.waitForEvent('console', (line) => line.text().startsWith('Error adding message'));
  await type(patient, 'Did this arrive?');
  await logged;
  await expect(log(patient).getByRole('button', { name: 'Try again' })).toBeVisible();
  await input(patient).fill('a draft');
  await patient.unroute('**/api/events');
  await patient.reload();
  await expect(input(patient)).toHaveValue('a draft');
  await expect(bubbles(patient, 'Did this arrive?')).toHaveCount(1);
  await expect(log(patient).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(bubbles(patient, 'Did this arrive?')).toHaveCount(1);

  await author.goto(`/conversations/${post.id}`);
  await choose(author, /./);
  await expect(bubbles(author, 'Did this arrive?')).toHaveCount(1);
});

test('the author sees every conversation about a post, or that there is none; each has its own draft', async ({
  page: author,
  newVisitor,
  signUp,
  logIn,
  clinic,
}) => {
  await logIn(author, doctor);
  const post = await writePost(author, clinic);
  await author.goto(`/conversations/${post.id}`);
  await expect(author.getByText('No conversations about this post yet')).toBeVisible();
  await expectAccessible(author);

  const sayAs: ((message: string) => Promise<void>)[] = [];
  for (const name of ['Cleo First', 'Dan Second']) {
    const visitor = await newVisitor();
    const person = await signUp(visitor, newPerson({ name }));
    const conversationId = await openConversation(visitor, clinic, { postId: post.id, email: person.email });
    sayAs.push((message) => say(visitor, clinic, { conversationId, senderEmail: person.email, message }));
    await sayAs.at(-1)?.(`I am ${name}`);
  }
  const list = author.getByRole('navigation', { name: 'Conversations about this post' });
  await expect(list.getByRole('button')).toHaveCount(2);
  await expect(list.getByRole('button').first()).toContainText('Dan Second');
  await choose(author, /Cleo/);
  await input(author).fill('for Cleo');
  await expect(list.getByRole('button', { name: /Cleo/ })).not.toContainText('unread');
  await choose(author, /Dan/);
  await expect(input(author)).toHaveValue('');
  // A line that comes while another conversation is open is there on the return, and read.
  await sayAs[0]?.('Are you there?');
  await expect(list.getByRole('button', { name: /Cleo/ })).toContainText('1 unread');
  await choose(author, /Cleo/);
  await expect(input(author)).toHaveValue('for Cleo');
  // The list does not repeat the messages that are beside it.
  await expect(author.getByText('Are you there?', { exact: true })).toHaveCount(1);
  await expect(list.getByRole('button', { name: /Cleo/ })).not.toContainText('unread');
});

test('a message that arrives while its conversation loads for the first time is shown', async ({
  page: author,
  newVisitor,
  signUp,
  logIn,
  clinic,
}) => {
  await logIn(author, doctor);
  const post = await writePost(author, clinic);
  const visitor = await newVisitor();
  const person = await signUp(visitor, newPerson({ name: 'Quick Writer' }));
  const conversationId = await openConversation(visitor, clinic, { postId: post.id, email: person.email });
  const isAnswered = Promise.withResolvers<void>();
  const hasArrived = Promise.withResolvers<void>();
  await author.route(`**/api/conversations/${conversationId}/messages*`, async (route) => {
    const response = await route.fetch();
    isAnswered.resolve();
    await hasArrived.promise;
    await route.fulfill({ response });
  });
  await author.goto(`/conversations/${post.id}`);
  const row = author.getByRole('navigation', { name: 'Conversations about this post' }).getByRole('button');
  await row.click();
  await isAnswered.promise;
  await say(visitor, clinic, { conversationId, senderEmail: person.email, message: 'I was quick' });
  await expect(row).toContainText('1 unread');
  hasArrived.resolve();
  await expect(bubbles(author, 'I was quick')).toBeVisible();
  await expect(row).not.toContainText('unread');
});

test('a long conversation opens at the end, loads older messages on scrolling, and new ones do not scroll it', async ({
  page: patient,
  meetAuthor,
  clinic,
}) => {
  const { author, post, conversationId } = await meetAuthor(patient);
  // A page has fifty.
  for (let number = 1; number <= 70; number += 1) {
    await say(author, clinic, { conversationId, senderEmail: doctor.email, message: `line ${number}` });
  }
  await patient.goto(`/conversations/${post.id}`);
  await choose(patient, /./);
  await expect(bubbles(patient, 'line 70')).toBeInViewport();
  expect(await log(patient).locator('[data-index]').count()).toBeLessThan(40);

  const oldest = bubbles(patient, 'line 1');
  await expect(async () => {
    await log(patient).evaluate((box) => {
      box.scrollTop = 0;
    });
    await expect(oldest).toBeVisible({ timeout: 400 });
  }).toPass();
  await say(author, clinic, { conversationId, senderEmail: doctor.email, message: 'line 71' });
  const jump = patient.getByRole('button', { name: '1 new message' });
  await expect(jump).toBeVisible();
  await expect(oldest).toBeVisible();
  await expectAccessible(patient);
  await jump.click();
  await expect(bubbles(patient, 'line 71')).toBeInViewport();
  await expect(jump).toHaveCount(0);
  await say(author, clinic, { conversationId, senderEmail: doctor.email, message: 'line 72' });
  await expect(bubbles(patient, 'line 72')).toBeInViewport();
});

test('a blocked person cannot write, and an admin hides a reported message from both', async ({
  page: patient,
  newVisitor,
  meetAuthor,
  logIn,
  clinic,
}) => {
  const { author, person, post, conversationId } = await meetAuthor(patient, newPerson({ name: 'Rude Person' }));
  const rude = `Something rude ${post.id.slice(-6)}`;
  await say(patient, clinic, { conversationId, senderEmail: person.email, message: rude });
  for (const page of [patient, author]) {
    await page.goto(`/conversations/${post.id}`);
    await choose(page, /./);
  }
  await bubbles(author, rude).hover();
  const reason = author.getByLabel(/What is wrong/);
  const inDialog = (name: string) => author.getByRole('dialog').getByRole('button', { name });
  const { sendLate, send } = lateRequest();
  await routeOnce(author, '**/reports', sendLate, 'POST');
  await author.getByRole('button', { name: 'Report this message' }).click();
  await reason.fill('It is rude.');
  await inDialog('Report').click();
  // The report is still being sent when the dialog is closed and opened again.
  await inDialog('Cancel').click();
  await author.getByRole('button', { name: 'Report this message' }).click();
  await reason.fill('And it is wrong.');
  send();
  await expect(author.getByText('Thank you. An admin will review it.')).toBeVisible();
  await expect(reason).toHaveValue('And it is wrong.');
  await inDialog('Report').click();
  await expect(reason).toBeHidden();

  await author.getByRole('button', { name: 'Block', exact: true }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(author.getByText('You have blocked Rude Person.')).toBeVisible();
  await expect(patient.getByText('is not accepting messages from you')).toBeVisible();
  await expect(input(patient)).toHaveCount(0);
  await author.getByRole('button', { name: 'Unblock' }).click();
  await expect(input(author)).toBeVisible();
  await expect(input(patient)).toBeVisible();

  const admin = await newVisitor();
  await logIn(admin, { email: 'admin@openhours.example', password: doctor.password });
  await admin.goto('/dashboard/reports');
  const report = admin.getByRole('listitem').filter({ hasText: rude });
  await expect(report.getByText('It is rude.')).toBeVisible();
  await report.getByRole('button', { name: 'Hide' }).click();
  await expect(report).toHaveCount(0);
  for (const page of [patient, author]) await expect(log(page).getByText('Hidden by an admin')).toBeVisible();
  await admin.getByRole('button', { name: 'Decided' }).click();
  await admin.getByRole('listitem').filter({ hasText: rude }).getByRole('button', { name: 'Show again' }).click();
  await expect(bubbles(patient, rude)).toBeVisible();
});

test('the list of conversations with long names fits any width, and an ended session opens the login page', async ({
  page: patient,
  meetAuthor,
  clinic,
  faults,
}) => {
  faults.expectFailed(401, '/api/');
  const { author, person, post, conversationId } = await meetAuthor(
    patient,
    newPerson({ name: 'Maximiliane Wolfeschlegelsteinhausenbergerdorff' }),
  );
  await say(author, clinic, { conversationId, senderEmail: doctor.email, message: 'See https://who.int/x. OK?' });
  await patient.goto('/conversations');
  const card = patient.getByRole('article').first();
  await expect(card).toContainText(person.email);
  await expect(card).toContainText(doctor.email);
  await expect(card).toContainText(post.id);
  await expect(card.getByRole('link', { name: 'Message' })).toHaveAttribute('href', `/conversations/${post.id}`);
  await expectNoSidewaysScroll(patient);

  // A list that failed in an outage loads by itself when the live connection is back.
  faults.expectFailed(503, '/api/');
  await patient.route(/\/api\/(conversations|events)/, (route) => route.fulfill({ status: 503, body: '{}' }));
  await patient.clock.install();
  await patient.reload();
  const failure = patient.getByText('We could not load your conversations.');
  await skipPauses(patient, () => expect(failure).toBeVisible({ timeout: 200 }));
  await patient.unroute(/\/api\/(conversations|events)/);
  await skipPauses(patient, () => expect(card).toContainText(person.email, { timeout: 200 }));

  await card.getByRole('link', { name: 'Message' }).click();
  await choose(patient, /./);
  const link = log(patient).getByRole('link', { name: 'https://who.int/x' });
  await expect(link).toHaveAttribute('rel', /noopener.*ugc/);

  await callAs(patient, clinic, { method: 'POST', path: '/auth/sign-out', data: {} });
  await expect(patient).toHaveURL(/\/login\?next=/);
});
