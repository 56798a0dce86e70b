import type { OutgoingMessage } from '@openhours/contract/messages.ts';
import { demoAccounts, expect, newPerson, test } from '../fixtures.ts';
import { lateRequest, routeOnce } from '../route-once.ts';
import { skipPauses } from '../skip-pauses.ts';

test('an admin invites a doctor, who chooses a password with the emailed link and is signed in', async ({
  page,
  logIn,
  mail,
  newVisitor,
  faults,
}) => {
  faults.expectFailed(409, '/api/invitations/accept');
  faults.expectFailed('no answer', '/api/invitations/accept');
  faults.expectFailed(404, '/api/invitations/open');
  const { email } = newPerson();
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/invitations');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Name is Required')).toBeVisible();
  await page.getByLabel('Name').fill('Ines Invitee');
  await page.getByLabel('Email').fill(email);
  const treatments = ['Fluoride Treatment', 'Cavity Filling'] as const;
  for (const name of treatments) await page.getByRole('checkbox', { name }).check();
  await test.step('a reload keeps what is not sent yet', async () => {
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Ines Invitee');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    for (const name of treatments) await expect(page.getByRole('checkbox', { name })).toBeChecked();
  });
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/api/invitations', sendLate, 'POST');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Agenda' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible();
  await page.goBack();
  // The next name begins like the one that was sent.
  await page.getByLabel('Name').fill('Ines Invitee-Next');
  await page.getByRole('checkbox', { name: treatments[0] }).uncheck();
  send();
  await expect(page.getByText(`We have sent an invitation to ${email}.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ines Invitee-Next');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByRole('checkbox', { name: treatments[1] })).toBeChecked();
  const waiting = page.getByRole('listitem').filter({ hasText: email });
  await expect(waiting).toContainText('Ines Invitee');
  await expect(waiting).toContainText('Doctor, Cavity Filling, Fluoride Treatment');

  const invitee = await newVisitor();
  const { text } = await mail.waitFor({ to: email, subject: /invited/ });
  await invitee.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await expect(invitee.getByText('You are invited to work at the clinic as a doctor.')).toBeVisible();
  const field = invitee.getByLabel('Password', { exact: true });
  const accept = invitee.getByRole('button', { name: 'Accept and sign in' });
  await field.fill('Invitee1!');
  await accept.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/is too short\. Please choose another one\.$/);
  await test.step('a reload keeps the name, and never the password', async () => {
    await invitee.getByLabel('Name').fill('Ines van der Invitee');
    await invitee.getByRole('button', { name: 'Show' }).click();
    await field.fill('Correct1!');
    expect(await invitee.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Correct1!');
    await invitee.reload();
    await expect(invitee.getByLabel('Name')).toHaveValue('Ines van der Invitee');
    await expect(field).toHaveValue('');
  });
  await field.fill('Correct1!');
  // The invitation is accepted, but the answer is lost.
  await routeOnce(invitee, '**/api/invitations/accept', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await accept.click();
  await expect(invitee.getByText('We could not reach the server.')).toBeVisible();
  await accept.click();
  await expect(invitee.getByRole('heading', { level: 1, name: 'Welcome!' })).toBeFocused();
  await invitee.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(invitee.getByRole('link', { name: 'My Posts' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible();
  await expect(waiting).toBeHidden();

  const later = await newVisitor();
  await later.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await expect(later.getByText('If you accepted it before, log in.')).toBeVisible();
  await later.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(later).toHaveURL(/\/login$/);
});

test('a person with an account logs in to accept an invitation, and the address of the login page has no code', async ({
  page,
  logIn,
  mail,
  newVisitor,
  signUp,
}) => {
  const [home, shared] = [await newVisitor(), await newVisitor()];
  const { email, password } = await signUp(home);
  await home.close();
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/invitations');
  await page.getByLabel('Name').fill('Ida Twofold');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();

  await signUp(shared);
  const { text } = await mail.waitFor({ to: email, subject: /invited/ });
  await shared.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await shared.getByRole('button', { name: 'Use the other account' }).click();
  await expect(shared).toHaveURL(/\/login\?next=%2Finvitation$/);
  await shared.getByLabel('Email').fill(email);
  await shared.getByLabel('Password', { exact: true }).fill(password);
  await shared.getByRole('button', { name: 'Login' }).click();
  await shared.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(shared.getByRole('heading', { level: 1, name: 'Welcome!' })).toBeFocused();
});

test('an admin confirms the withdrawal of an invitation, and the focus moves to the page heading', async ({
  page,
  logIn,
  mail,
  newVisitor,
  faults,
}) => {
  const { email } = newPerson();
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/invitations');
  await page.getByLabel('Name').fill('Wilma Watson');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const card = page.getByRole('listitem').filter({ hasText: email });
  await expect(card).toBeVisible();

  // A second one is refused at its field, and a correction removes the message from the page.
  faults.expectFailed(409, '/api/invitations');
  await page.getByLabel('Name').fill('Wilma Watson');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/There is already an invitation/);
  await page.getByLabel('Email').fill(newPerson().email);
  await expect(page.getByText('There is already an invitation')).toHaveCount(0);

  await card.getByRole('button', { name: /^Withdraw/ }).click();
  const question = page.getByRole('dialog', { name: 'Withdraw the invitation?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Waiting for an answer' })).toBeFocused();

  const invitee = await newVisitor();
  const { text } = await mail.waitFor({ to: email, subject: /invited/ });
  faults.expectFailed(404, '/api/invitations/open');
  await invitee.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await expect(invitee.getByText('This invitation is no longer valid')).toBeVisible();
});

test('an admin sees the email that the mail server refused, and sends it again', async ({ page, logIn }) => {
  // The sandbox refuses this mailbox at any domain.
  const email = newPerson().email.replace(/^(.*)@/, 'no-such-person@$1.');
  await logIn(page, demoAccounts.admin);
  await page.clock.install();
  await page.goto('/dashboard/invitations');
  await page.getByLabel('Name').fill('Nora Nobody');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`We have sent an invitation to ${email}.`)).toBeVisible();

  await page.getByRole('link', { name: 'Outgoing Messages', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('550 5.1.1 No such person');
  // The list is loaded again until the second try has failed too.
  const failedAgain = page.waitForResponse(async (answer) => {
    if (!/\/api\/messages(\?|$)/.test(answer.url())) return false;
    const found = ((await answer.json()) as OutgoingMessage[]).find(({ to }) => to.email === email);
    return found?.tries === 2 && found.state === 'failed';
  });
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The email is being sent again.')).toBeVisible();

  let hasFailedAgain = false;
  void failedAgain.then(() => {
    hasFailedAgain = true;
  });
  await skipPauses(page, () => expect(hasFailedAgain).toBe(true));
  // On the button, or on the heading if the button was gone for a moment.
  await expect(page.locator('main :is(h1, button):focus')).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'See which and why' }).click();
  await expect(page.getByLabel('State')).toHaveValue('failed');
  await page.getByRole('button', { name: 'Send all failed messages again' }).click();
  await expect(page.getByText(/^\d+ messages? (is|are) being sent again\.$/)).toBeVisible();
});
