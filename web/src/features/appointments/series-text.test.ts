import { expect, it } from 'vitest';
import { seriesText } from './series-text.ts';

it('a series is read back with patient, treatment, doctor, time and interval', () => {
  const series = { patient: 'Sam Rivera', treatment: 'Cardiology', slot: '09:00 AM - 09:30 AM', everyWeeks: 2 };
  expect(seriesText({ ...series, doctorName: 'Amara Nwosu' })).toBe(
    'Sam Rivera: Cardiology with Dr. Amara Nwosu, 09:00 AM - 09:30 AM, every 2 weeks',
  );
  expect(seriesText({ ...series, doctorName: undefined, everyWeeks: 1 })).toBe(
    'Sam Rivera: Cardiology, 09:00 AM - 09:30 AM, every week',
  );
});
