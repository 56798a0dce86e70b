import { expect, it } from 'vitest';
import { chosenTime } from './chosen-time.ts';

const at = (day: string, slot: string) => `/appointment?${new URLSearchParams({ day, option: 'x', slot })}`;

it('reads the day and the time that were chosen before signing in', () => {
  expect(chosenTime(at('2026-11-27', '09:00 AM - 09:30 AM'))).toBe('Friday, November 27 at 09:00 AM');
});

it('shows no other text from a link', () => {
  for (const next of [
    '/',
    '/appointment',
    at('2026-11-27', 'Call 555'),
    at('soon', '09:00 AM - 09:30 AM'),
    at('2026-99-99', '09:00 AM - 09:30 AM'),
    at('2026-02-31', '09:00 AM - 09:30 AM'),
    '/appointment?day=2026-11-27&slot=09:00+AM+-+09:30+AM',
  ]) {
    expect(chosenTime(next)).toBeUndefined();
  }
});
