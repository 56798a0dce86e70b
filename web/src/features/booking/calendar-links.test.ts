import { expect, it } from 'vitest';
import { calendarLinks } from './calendar-links.ts';

const BOOKING = {
  _id: '0197-1',
  reference: 'K7M2QX',
  treatment: 'Oncology',
  startsAt: '2026-12-01T08:00:00.000Z',
  minutes: 45,
};
const PLACE = { name: 'Smith & Sons #1', address: 'Main St. 1', page: 'https://clinic.example/a' };
const read = (url: string) => Object.fromEntries(new URL(url).searchParams);

it('gives Google and Outlook time, place and reference, without the treatment', () => {
  const { google, outlook, file } = calendarLinks(BOOKING, PLACE);
  expect(new URL(google).origin).toBe('https://calendar.google.com');
  expect(read(google)).toEqual({
    action: 'TEMPLATE',
    text: 'Appointment at Smith & Sons #1',
    dates: '20261201T080000Z/20261201T084500Z',
    details: 'Reference: K7M2QX\nhttps://clinic.example/a',
    location: 'Smith & Sons #1, Main St. 1',
  });
  expect(new URL(outlook).origin).toBe('https://outlook.live.com');
  expect(read(outlook)).toMatchObject({
    subject: 'Appointment at Smith & Sons #1',
    startdt: '2026-12-01T08:00:00.000Z',
    enddt: '2026-12-01T08:45:00.000Z',
    location: 'Smith & Sons #1, Main St. 1',
  });
  expect(google + outlook).not.toMatch(/\+|oncology/i);
  expect(file).toBe('/api/bookings/0197-1/calendar.ics');
});
