import { expect, test } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { bookAs } from '../../testing/book.ts';
import { openOption } from '../../testing/clinic.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { shareFreeTimes } from './free-times-document.ts';

const page =
  '__EACH:freeTimes__<h3>__ITEM:treatment__</h3><p>__ITEM:doctor__</p><p>__ITEM:day__</p>' +
  '__EACH:times__<a href="/appointment?__ITEM:query__" title="__ITEM:slot__, __ITEM:day__">__ITEM:start__</a>__END_EACH:times__' +
  '__END_EACH:freeTimes____IF:noFreeTimes__<p>None.</p>__END_IF:noFreeTimes__';

const app = await startTestApp({
  pages: { documents: { '/': { file: 'index.html' } }, files: { 'index.html': page } },
});

const at = (instant: string): void => {
  app.clock = new Date(instant);
};
const open = async () => (await fetch(app.url)).text();

test('says so when nothing can be booked', async () => {
  at('2024-01-05T08:00:00Z');
  expect(await open()).toBe('<p>None.</p>');
});

test('lists the next four free times of each department, as links that book them', async () => {
  const doctor = { id: (await personWith(app, { isDoctor: true })).id, name: 'Björn <b>$&', photo: null };
  const { optionId } = await openOption(app.database.db, { treatment: 'General', doctor });
  const patient = await app.person();
  const taken = { appointmentDate: 'Jan 5, 2024', slot: '10:30 AM - 11:00 AM', treatment: 'General', price: 50 };
  await bookAs(patient, taken);

  at('2024-01-05T10:05:00Z');
  // The server learns of a new treatment by a notification.
  await expect.poll(open).toContain('<h3>General</h3><p>Dr. Björn &#60;b&#62;$&#38;</p><p>Today</p>');
  const html = await open();
  const links = [...html.matchAll(/<a href="([^"]+)" title="([^"]+)">([^<]+)<\/a>/g)];
  expect(links.map(([, , , text]) => text)).toEqual(['11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM']);
  const [, href = '', title] = links[0] ?? [];
  expect(title).toBe('11:00 AM - 11:30 AM, Today');
  const query = new URL(href.replaceAll('&#38;', '&'), app.url).searchParams;
  expect(Object.fromEntries(query)).toEqual({ day: '2024-01-05', option: optionId, slot: '11:00 AM - 11:30 AM' });
  // Nobody offers Dental Care.
  expect(html).not.toMatch(/Dental Care|__/);
});

test.each([
  ['2024-01-05T18:00:00Z', 'Tomorrow', '09:00 AM'],
  ['2024-01-06T08:59:00Z', 'Today', '09:00 AM'],
])('at %s the next time is %s, %s', async (instant, day, time) => {
  at(instant);
  const html = await open();
  expect(html).toContain(`<p>${day}</p>`);
  expect(html).toContain(`>${time}</a>`);
});

test('a treatment without times in the next days names the day', async () => {
  const openings = [{ weekday: 1, opensMinute: 600, closesMinute: 660 }];
  await openOption(app.database.db, { treatment: 'Dental Care', openings });
  at('2024-01-06T10:00:30Z');
  await expect.poll(open).toContain('<h3>Dental Care</h3><p>The doctor on duty</p><p>Mon, Jan 8</p>');
});

test('visitors share one query for 20 s, and a failed one is not kept', async () => {
  let asked = 0;
  let time = 0;
  const times = shareFreeTimes(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('no connection');
      return [];
    },
    () => new Date(time),
  );
  expect(await times()).toEqual([]);
  await Promise.all([times(), times(), times()]);
  expect(asked).toBe(2);
  time = 20_000;
  await times();
  expect(asked).toBe(3);
});
