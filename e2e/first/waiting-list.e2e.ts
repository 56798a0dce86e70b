import { readDays } from '../book.ts';
import { callAs } from '../conversations.ts';
import { waitForDay } from '../day-list.ts';
import { demoAccounts, expect, test } from '../fixtures.ts';
import { routeOnce } from '../route-once.ts';

// Other tests would change the full day.
test('a patient waits for a full day, is offered what another patient cancels, and takes it', async ({
  page,
  signUp,
  logIn,
  newVisitor,
  clinic,
  faults,
}) => {
  await signUp(page);
  const { date: full = '', iso = '' } = (await readDays(page, clinic)).find(({ spaces }) => spaces === 0) ?? {};
  await page.goto(`/appointment?day=${iso}`);
  await waitForDay(page, iso);
  const line = page.getByRole('article').first();
  const treatment = await line.getByRole('heading').innerText();
  const next = (await line.getByRole('button', { name: /^Next: / }).getAttribute('data-next-day')) ?? '';
  const wait = line.getByRole('button', { name: 'Tell me when something frees up' });
  await wait.click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when something frees up' });
  expect((await dialog.getByLabel('To').inputValue()) < next).toBe(true);
  // Somebody who waits for days with free times can book one.
  await dialog.getByLabel('To').fill(next);
  await dialog.getByRole('link', { name: /^Book / }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog').getByLabel('Slot')).toBeVisible();
  await page.goto(`/appointment?day=${iso}`);
  await wait.click();
  await expect(dialog.getByLabel('Treatment')).toHaveValue(treatment);
  await expect(dialog.getByLabel('From')).toHaveValue(iso);
  await dialog.getByLabel('To').fill(iso);
  await dialog.getByLabel('With').selectOption('Any doctor');
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(page.getByText('You are on the waiting list.')).toBeVisible();
  await page.goto('/dashboard/myAppointment');
  await expect(page.getByRole('listitem').filter({ hasText: treatment })).toContainText('with any doctor');

  const desk = await newVisitor();
  await logIn(desk, demoAccounts.admin);
  const booked = (await (
    await desk.request.get(
      `${clinic.url}/api/appointments?from=${encodeURIComponent(full)}&to=${encodeURIComponent(full)}`,
    )
  ).json()) as { _id: string; treatment: string; slot: string; state: string }[];
  const [declined, cancelled] = booked.filter((one) => one.treatment === treatment && one.state === 'booked');
  const cancel = (id: string | undefined) =>
    callAs(desk, clinic, {
      method: 'POST',
      path: `/bookings/${id}/cancel`,
      data: { reason: 'The patient called.' },
    });
  const offer = page.getByRole('region', { name: 'A time is free for you' });
  const take = offer.getByRole('button', { name: 'Book it' });

  await cancel(declined?._id);
  await expect(offer).toContainText(`${full}, ${declined?.slot}`);
  // For screen readers: the offer came while the page was open.
  await expect(page.getByRole('status').filter({ hasText: 'Offered to you' })).toHaveText(
    `Offered to you: ${full}, ${declined?.slot}. `,
  );
  faults.expectFailed(409, /accept$/);
  await routeOnce(page, /accept$/, async (route) => {
    // In another window, at the same moment.
    const path = new URL(route.request().url()).pathname.replace(/^\/api(.*)accept$/, '$1decline');
    await callAs(page, clinic, { method: 'POST', path });
    await route.continue();
  });
  await take.click();
  await expect(page.getByText('You declined this offer, and it went to the next person.')).toBeVisible();

  await cancel(cancelled?._id);
  await expect(offer).toContainText(`${full}, ${cancelled?.slot}`);
  await take.click();
  await expect(page.getByText(/^Booking confirmed: [A-Z].* [AP]M$/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: treatment })).toContainText(cancelled?.slot ?? '');
  await expect(offer).toBeHidden();
});
