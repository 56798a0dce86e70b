import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import type { Page } from '@playwright/test';
import type { Clinic } from './clinic.ts';
import type { Caller } from './conversations.ts';
import type { Person } from './people.ts';

export interface Booked {
  id: string;
  treatment: string;
  price: number;
  date: string;
  slot: string;
}

export type Option = { _id: string; name: string; price: number; slots: string[]; doctorName?: string };

const KEPT_FREE = 2;

/** A day as the API names it, 'Jan 5, 2024', and as addresses and fields do, '2024-01-05'. */
interface Day {
  date: string;
  iso: string;
  spaces: number;
}

/** The days that can be booked, today first. */
export async function readDays(page: Caller, { url }: Pick<Clinic, 'url'>): Promise<Day[]> {
  const answer = await page.context().request.get(`${url}/api/v2/appointmentDays`);
  const days = (await answer.json()) as Omit<Day, 'iso'>[];
  return days.map((day) => ({ ...day, iso: isoFromMediumDate(day.date) ?? '' }));
}

/** The options of a day, with their free slots. */
export async function readOptions(page: Caller, { url }: Pick<Clinic, 'url'>, date: string): Promise<Option[]> {
  const path = `/api/v2/appointmentOptions?date=${encodeURIComponent(date)}`;
  return (await page.context().request.get(url + path)).json();
}

/**
 * Books a slot that costs money for the person of this page, through the API: the last free slot of the first such
 * option of the next days, with this doctor if given. Other slots of that option stay free on that day, to which the
 * appointment can be moved: on Sundays, the demo has only one doctor for some treatments.
 */
export async function book(
  page: Caller,
  clinic: Pick<Clinic, 'url'>,
  { name: patient, email, phone = '' }: Pick<Person, 'name' | 'email'> & { phone?: string },
  doctor?: string,
): Promise<Booked> {
  const { request } = page.context();
  const days = await readDays(page, clinic);
  // Not today, because its slots may begin during the test.
  for (const { date } of days.slice(1).filter(({ spaces }) => spaces > 0)) {
    const options = await readOptions(page, clinic, date);
    for (const { _id: optionId, name: treatment, price, slots, doctorName } of options) {
      if (doctor !== undefined && doctorName !== doctor) continue;
      const slot = slots.at(-1);
      if (price === 0 || slot === undefined || slots.length < KEPT_FREE + 1) continue;
      const data = { appointmentDate: date, treatment, slot, patient, email, phone, price, optionId };
      const booked = await request.post(`${clinic.url}/api/bookings`, { data, headers: { origin: clinic.url } });
      // The person has an appointment on that day, or the slot was taken meanwhile.
      if (booked.status() === 409) continue;
      if (!booked.ok()) throw new Error(`Booking ${treatment} was refused: ${await booked.text()}`);
      const { insertedId } = (await booked.json()) as { insertedId: string };
      return { id: insertedId, treatment, price, date, slot };
    }
  }
  throw new Error(doctor ? `Nothing can be booked with ${doctor}.` : 'Nothing can be booked.');
}

/** Opens the booking dialog for the first free slot of the day. */
export async function openBooking(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Book Appointment/ })
    .and(page.locator(':enabled'))
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}
