import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, weekdayOf } from './civil-date.ts';
import { type CalendarFacts, isClickable, lastDay } from './day-state.ts';
import { dayAfterKey, isMove, monthOf, weekOf, weeksOfMonth } from './month.ts';

const days = fc.integer({ min: 0, max: 4000 }).map((count) => addDays('2020-01-01', count));
const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** A clinic with free slots on some of the days from today on. */
const clinics: fc.Arbitrary<CalendarFacts> = fc
  .record({ today: days, spaces: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 120 }) })
  .map(({ today, spaces }) => ({
    today,
    chosen: undefined,
    spaces: new Map(spaces.flatMap((left, ahead) => (left === 2 ? [] : [[addDays(today, ahead), left] as const]))),
  }));

describe('the weeks of a month', () => {
  it('are six consecutive weeks from that of its first day, and include each of its days', () => {
    fc.assert(
      fc.property(days, (day) => {
        const weeks = weeksOfMonth(monthOf(day), '2000-01-01');
        expect(weeks).toHaveLength(6);
        expect(weeks[0]).toEqual(weekOf(`${monthOf(day)}-01`));
        const shown = weeks.flat();
        expect(shown).toEqual(shown.map((_, index) => addDays(shown[0] ?? '', index)));
        expect(shown).toContain(day);
      }),
    );
  });

  it('begin with the current week in the current month', () => {
    fc.assert(
      fc.property(days, (today) => {
        expect(weeksOfMonth(monthOf(today), today)[0]).toEqual(weekOf(today));
      }),
    );
  });
});

describe('the week of a day', () => {
  it('has seven consecutive days from Sunday, including the day', () => {
    fc.assert(
      fc.property(days, (day) => {
        const week = weekOf(day);
        expect(week).toContain(day);
        expect(weekdayOf(week[0] ?? '')).toBe(0);
        expect(week).toEqual(Array.from({ length: 7 }, (_, index) => addDays(week[0] ?? '', index)));
      }),
    );
  });
});

describe('the keys of the calendar', () => {
  it('move to an enabled day in their direction, or do nothing', () => {
    fc.assert(
      fc.property(clinics, fc.constantFrom(...keys), fc.nat(), (facts, key, choice) => {
        const open = [...(facts.spaces ?? [])].map(([day]) => day).filter((day) => isClickable(day, facts));
        const from = open[choice % open.length] ?? facts.today;
        const day = dayAfterKey(key, from, facts);
        if (day === from) return;
        expect(isClickable(day, facts)).toBe(true);
        const ahead = ['ArrowRight', 'ArrowDown', 'End', 'PageDown'].includes(key);
        expect(day > from).toBe(ahead);
        if (key === 'ArrowDown' || key === 'ArrowUp') expect(weekdayOf(day)).toBe(weekdayOf(from));
      }),
    );
  });

  it('reach every enabled day with the right arrow, and return with the left arrow', () => {
    fc.assert(
      fc.property(clinics, (facts) => {
        const last = lastDay(facts.spaces) ?? facts.today;
        const open = Array.from({ length: 121 }, (_, ahead) => addDays(facts.today, ahead)).filter(
          (day) => day <= last && isClickable(day, facts),
        );
        open.forEach((day, index) => {
          expect(dayAfterKey('ArrowRight', day, facts)).toBe(open[index + 1] ?? day);
          expect(dayAfterKey('ArrowLeft', day, facts)).toBe(open[index - 1] ?? day);
        });
      }),
    );
  });

  const facts: CalendarFacts = {
    today: '2026-11-20',
    chosen: undefined,
    // Friday the 20th, Saturday, Monday and the full Friday; then two days in the next month. Other days are closed.
    spaces: new Map([
      ['2026-11-20', 2],
      ['2026-11-21', 1],
      ['2026-11-23', 4],
      ['2026-11-27', 0],
      ['2026-12-18', 4],
      ['2026-12-22', 1],
    ]),
  };

  it.each([
    ['2026-11-20', 'Home', '2026-11-20'],
    ['2026-11-20', 'End', '2026-11-21'],
    ['2026-11-27', 'Home', '2026-11-23'],
    ['2026-11-21', 'ArrowRight', '2026-11-23'],
    ['2026-11-23', 'ArrowRight', '2026-11-27'],
    ['2026-11-20', 'ArrowDown', '2026-11-27'],
    ['2026-11-27', 'ArrowDown', '2026-12-18'],
    ['2026-11-20', 'PageDown', '2026-12-22'],
    ['2026-11-23', 'PageDown', '2026-12-22'],
    ['2026-12-22', 'PageUp', '2026-11-23'],
    ['2026-12-18', 'PageUp', '2026-11-20'],
    ['2026-11-20', 'PageUp', '2026-11-20'],
    ['2026-11-20', 'Shift+PageDown', '2026-12-22'],
  ])('move from %s with %s to %s', (from, key, day) => {
    expect(dayAfterKey(key, from, facts)).toBe(day);
  });

  it('work while the calendar loads', () => {
    const unknown = { today: '2026-11-20', chosen: undefined, spaces: undefined };
    expect(dayAfterKey('PageDown', '2026-11-20', unknown)).toBe('2026-12-20');
    expect(dayAfterKey('ArrowLeft', '2026-11-20', unknown)).toBe('2026-11-20');
  });

  it('do not include other keys', () => {
    expect([...keys, 'Shift+PageDown'].every(isMove)).toBe(true);
    expect(['Enter', 'a', 'Tab', 'toString', 'Shift+Home'].some(isMove)).toBe(false);
  });
});
