import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarFile, escapeText, foldLine } from './calendar-file.ts';

const booking = {
  _id: '01a1fb61-4fdc-701a-bdcb-249b171a5653',
  reference: 'K7M4PX',
  treatment: 'Cardiology',
  doctorName: 'Maya Lindqvist',
  startsAt: '2026-11-23T23:45:00.000Z',
  minutes: 30,
  bookedAt: '2026-11-20T08:00:00.000Z',
};
const clinic = {
  name: 'Openhours',
  address: '12 Harbour Street or 40 Mill Lane',
  phone: '+1 555 010 0199',
  url: 'https://clinic.example/dashboard/myAppointment/01a1fb61',
};

it('has one event in UTC with end, location and reference', () => {
  expect(calendarFile(booking, clinic)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Openhours//Appointments//EN',
      'BEGIN:VEVENT',
      'UID:01a1fb61-4fdc-701a-bdcb-249b171a5653@clinic.example',
      'DTSTAMP:20261120T080000Z',
      'DTSTART:20261123T234500Z',
      'DTEND:20261124T001500Z',
      'SUMMARY:Cardiology with Dr. Maya Lindqvist',
      'LOCATION:Openhours\\, 12 Harbour Street or 40 Mill Lane',
      'DESCRIPTION:Reference: K7M4PX\\nTelephone: +1 555 010 0199\\nhttps://clinic.e',
      ' xample/dashboard/myAppointment/01a1fb61',
      'URL:https://clinic.example/dashboard/myAppointment/01a1fb61',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

it('escapes special characters', () => {
  expect(escapeText('a,b;c\\d\ne\r\nf')).toBe('a\\,b\\;c\\\\d\\ne\\nf');
});

it('folds lines at 75 bytes between characters, and they unfold to the same lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const line = text.replaceAll(/[\r\n]/g, '');
      const parts = foldLine(line).split('\r\n');
      for (const part of parts) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75);
      expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join('')).toBe(line);
    }),
  );
});

it('cannot be given additional lines by names or addresses', () => {
  fc.assert(
    fc.property(fc.string(), (treatment) => {
      const file = calendarFile({ ...booking, treatment: `${treatment}\r\nATTENDEE:x` }, clinic);
      expect(file).not.toMatch(/^ATTENDEE/m);
    }),
  );
});
