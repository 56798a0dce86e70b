import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { href } from '../../web/src/pages.ts';
import { demoAccounts, expect, test } from '../fixtures.ts';

// These tests make an admin a doctor, and add treatments.

test('in the set-up, an admin becomes a doctor with chosen treatments and edits their own hours', async ({
  page,
  logIn,
}) => {
  await logIn(page, demoAccounts.admin);
  await page.goto(href.setupStep('doctor'));
  // The second name is that of an admin who is a doctor already.
  const become = page.getByRole('button', { name: /^(Make me a doctor|Add these treatments)$/ });
  const treatments = page.getByRole('group', { name: 'Your treatments' }).getByRole('checkbox');
  await expect(treatments.first()).toBeVisible();
  for (const treatment of await treatments.all()) await treatment.uncheck();
  await become.click();
  await expect(page.getByText('Choose at least one treatment.')).toBeVisible();
  await page.getByLabel('Cardiology, 30 minutes').check();
  // Between the two calls they are a doctor without hours, and the session may be read again.
  await page.route('**/v2/updateAppointmentOptions', async (route) => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await sleep(600);
    await route.continue();
  });
  await become.click();
  await expect(page.getByText('Patients can book you now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save hours' })).toBeVisible();
  await expect(page.getByText('Not working')).toHaveCount(0);

  await page.goto(href.doctors({ specialty: 'Cardiology' }));
  await expect(page.getByText('Dr. Ada Winter')).toBeVisible();
});

test('after a failure, the list of treatments saves only those that are missing', async ({ page, logIn, faults }) => {
  await logIn(page, demoAccounts.admin);
  let isFailing = true;
  const { promise: isChecked, resolve: answer } = Promise.withResolvers<void>();
  const created: string[] = [];
  await page.route('**/api/treatments', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return created.length < 5 ? route.fulfill({ json: [] }) : route.continue();
    const { name } = request.postDataJSON();
    if (name.startsWith('Manual therapy') && isFailing) {
      isFailing = false;
      await isChecked;
      return route.fulfill({ status: 503, json: { message: 'The clinic could not answer this.' } });
    }
    created.push(name);
    return route.continue();
  });
  faults.expectFailed(503, '/api/treatments');
  await page.goto(href.setupStep('treatments'));
  await page.getByLabel('Start from a list').selectOption('Physiotherapy');
  const prices = page.getByLabel('Price in USD');
  await expect(prices).toHaveCount(5);
  for (const price of await prices.all()) await price.fill('30');
  await page.getByLabel('Start from a list').selectOption('Dental practice');
  const question = page.getByRole('dialog', { name: 'Discard this list?' });
  await question.getByRole('button', { name: 'Keep this list' }).click();
  await expect(page.getByLabel('Start from a list').locator('option:checked')).toHaveText('Physiotherapy');
  const mark = randomUUID().slice(0, 8);
  for (const name of await page.getByLabel('Name: ').all()) await name.fill(`${await name.inputValue()} ${mark}`);
  await page.getByRole('button', { name: 'Save these treatments' }).click();
  await expect(prices).toHaveCount(3);
  await expect(prices.last()).not.toBeEditable();
  answer();
  await expect(page.getByText('The clinic could not answer this.')).toBeVisible();
  await expect(prices).toHaveCount(3);
  await prices.last().fill('35');
  await page.getByRole('button', { name: 'Save these treatments' }).click();
  await expect(page.getByRole('heading', { level: 2, name: `Exercise session ${mark}` })).toBeVisible();
  const wanted = ['Exercise session', 'First assessment', 'Lymphatic drainage', 'Manual therapy', 'Physiotherapy'];
  expect(created.toSorted()).toEqual(wanted.map((name) => `${name} ${mark}`));
});

test("in the set-up, the currency follows the country, unless another than the country's was chosen", async ({
  page,
  logIn,
}) => {
  await logIn(page, demoAccounts.admin);
  await page.goto(href.setupStep('clinic'));
  const [country, currency] = [page.getByLabel('Country'), page.getByLabel('Currency')];
  await country.selectOption('Germany');
  await expect(currency).toHaveValue('EUR');
  await country.selectOption('Switzerland');
  await expect(currency).toHaveValue('CHF');
  await currency.selectOption('GBP');
  await country.selectOption('Germany');
  await country.selectOption('Switzerland');
  await expect(currency).toHaveValue('GBP');
});
