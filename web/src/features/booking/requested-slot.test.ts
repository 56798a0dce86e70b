import { expect, it } from 'vitest';
import { requestedSlotIn } from './requested-slot.ts';

const found = (search: string) => requestedSlotIn(new URLSearchParams(search));

it('is the option and the slot in the URL, with its day, also if the day has passed', () => {
  const requested = { optionId: '7', slot: '09:00 AM - 09:30 AM' };
  expect(found('day=2020-11-27&option=7&slot=09:00+AM+-+09:30+AM')).toEqual({ day: '2020-11-27', ...requested });
  expect(found('option=7&slot=09:00+AM+-+09:30+AM')).toEqual({ day: undefined, ...requested });
});

it.each(['', 'day=2020-11-27', 'option=7', 'slot=09:00', 'option=&slot=09:00'])('is missing in %j', (search) => {
  expect(found(search)).toBeUndefined();
});

it.each(['none', '2026-02-30', 'tomorrow'])('has no day in %j', (day) => {
  expect(found(`day=${day}&option=7&slot=09:00`)).toMatchObject({ day: undefined });
});
