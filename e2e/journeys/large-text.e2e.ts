import { book } from '../book.ts';
import { expect, test } from '../fixtures.ts';
import { listBrokenWords } from '../page-checks.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('on a phone with text at 200 %, no page of a patient breaks a word or a time over two lines', async ({
  page,
  clinic,
  signUp,
}) => {
  const { id } = await book(page, clinic, await signUp(page));
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const broken: Record<string, string[]> = {};
  for (const [path, shows] of [
    ['/', 'Next free times'],
    ['/appointment', /spaces? available/],
    ['/doctors', / minutes · /],
    ['/dashboard', 'Your next appointment'],
    ['/dashboard/myAppointment', / to pay$/],
    [`/dashboard/payment/${id}`, 'Security code'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shows).first()).toBeVisible();
    broken[path] = await page.evaluate(listBrokenWords);
  }
  expect(broken).toEqual(Object.fromEntries(Object.keys(broken).map((path) => [path, []])));
});
