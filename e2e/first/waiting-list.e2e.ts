import { readDays } from '../book.ts';
import { callAs } from '../conversations.ts';
import { waitForDay } from '../day-list.ts';
import { demoAccounts, expect, test } from '../fixtures.ts';

// Other tests would change the full day.
test('a patient waits for a full day, is offered what another patient cancels, and takes it', async ({
  page,
  signUp,
  logIn,
  newVisitor,
  clinic,
}) => {
  await signUp(page);
  const { date: full = '', iso = '' } = (await readDays(page, clinic)).find(({ spaces }) => spaces === 0) ?? {};
  await page.goto(`/appointment?day=${iso}`);
  await waitForDay(page, iso);
  const line = page.getByRole('article').first();
  const treatment = await line.getByRole('heading').innerText();
  await line.getByRole('button', { name: 'Tell me when something frees up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when something frees up' });
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
  const cancelled = booked.find((one) => one.treatment === treatment && one.state === 'booked');
  const path = `/bookings/${cancelled?._id}/cancel`;
  await callAs(desk, clinic, { method: 'POST', path, data: { reason: 'The patient called.' } });

  const offer = page.getByRole('region', { name: 'A time is free for you' });
  await expect(offer).toContainText(`${full}, ${cancelled?.slot}`);
  await offer.getByRole('button', { name: 'Book it' }).click();
  await expect(page.getByText('Booking confirmed')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: treatment })).toContainText(cancelled?.slot ?? '');
  await expect(offer).toBeHidden();
});
