import { expect, test } from 'vitest';
import { closedOfClinic, notOver, reasonBelowClosings } from './closed-parts.tsx';

const part = (whose: 'clinic' | 'doctor', startMinute: number) => ({
  startMinute,
  minutes: 60,
  reason: 'Painting',
  whose,
});

test('closed time of the clinic is shown once for all options of a day, without that of a doctor', () => {
  const one = { closed: [part('clinic', 600), part('doctor', 600)] };
  const other = { closed: [part('clinic', 600), part('clinic', 720)] };
  expect(closedOfClinic([one, other, {}])).toEqual([part('clinic', 600), part('clinic', 720)]);
});

test('closed time is not shown when it is over', () => {
  const parts = [part('clinic', 600), part('clinic', 720)];
  const at = (minute: number, day = '2026-12-24') => notOver(parts, { day, now: { today: '2026-12-24', minute } });
  expect(at(659)).toEqual(parts);
  expect(at(660)).toEqual([part('clinic', 720)]);
  expect(at(780)).toEqual([]);
  expect(at(780, '2026-12-25')).toEqual(parts);
});

test('an option says why it has no times, unless the closed times of the clinic above it do', () => {
  const now = { today: '2026-12-24', minute: 900 };
  const reasonOf = (closed: ReturnType<typeof part>[], date = '2026-12-25') =>
    reasonBelowClosings({ date, status: 'closed', closed }, now);
  const ofDoctor = { ...part('doctor', 600), reason: 'Training' };
  expect(reasonOf([part('clinic', 540)])).toBe('');
  expect(reasonOf([part('clinic', 540), ofDoctor])).toBe('Training');
  expect(reasonOf([part('clinic', 540)], '2026-12-24')).toBe('Painting');
  expect(reasonOf([part('clinic', 540), part('clinic', 960)], '2026-12-24')).toBe('');
});
