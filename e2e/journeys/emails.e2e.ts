import { expectAccessible } from '../accessible.ts';
import { callAs } from '../conversations.ts';
import { listEmails } from '../emails.ts';
import { expect, test } from '../fixtures.ts';
import { demoAccounts, logIn } from '../people.ts';
import { listSidewaysOverflow } from '../reflow.ts';

test('every email can be read in the dark and on phones, and an admin adds a paragraph to one', async ({
  page,
  clinic,
  faults,
}) => {
  faults.expectFailed(409, '/api/message-texts/receipt');
  await logIn(page.context(), clinic.url, demoAccounts.admin);
  const emails = await listEmails(page.context(), clinic);
  await page.setViewportSize({ width: 360, height: 800 });
  // One document with all of them: they share their design, so axe checks its colours once.
  await page.setContent(emails.map(({ html }) => html).join(''));
  expect(await page.evaluate(listSidewaysOverflow)).toEqual([]);
  await expectAccessible(page, ['dark']);

  await page.goto('/dashboard/messages/texts?kind=receipt');
  const sample = page.frameLocator('iframe');
  await expect(sample.getByRole('paragraph').filter({ hasText: 'Thank you for your payment' })).toBeVisible();
  await page.getByLabel('Add a paragraph').fill('Keep it for your insurance.');
  // Another draft begins while this one is being saved, and stays.
  await page.route('**/api/message-texts/receipt', async (route) => {
    const response = await route.fetch();
    await page.getByLabel('Email', { exact: true }).selectOption({ index: 0 });
    await page.getByLabel('Add a paragraph').fill('A draft');
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The paragraph is saved.')).toBeVisible();
  await expect(page.getByLabel('Add a paragraph')).toHaveValue('A draft');
  await page.getByLabel('Email', { exact: true }).selectOption('receipt');
  await expect(sample.getByText('Keep it for your insurance.')).toBeVisible();

  // Another admin is quicker.
  await page.unroute('**/api/message-texts/receipt');
  await page.getByLabel('Add a paragraph').fill('Mine');
  const data = { paragraph: 'Theirs' };
  await callAs(page, clinic, { method: 'PUT', path: '/message-texts/receipt', data });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Replace their changes with mine' }).click();
  await expect(sample.getByText('Mine')).toBeVisible();
});
