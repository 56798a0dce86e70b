import { describe, expect, it } from 'vitest';
import { clinicDay } from '../schedule/index.ts';
import { spanOf, timeOf, timeOfBlock } from './time-of-day.ts';

it('hours are told by their start and length', () => {
  expect(timeOf({ opensMinute: 540, closesMinute: 720 })).toEqual({ startMinute: 540, minutes: 180 });
});

describe('a block on a day of a clock change', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Africa/Cairo', '2026-04-24'],
    ['Africa/Cairo', '2026-10-29'],
  ])('in %s on %s is shown with the times that were chosen', (timeZone, date) => {
    const on = clinicDay(date, timeZone);
    const isSkipped = (minute: number) => minute < 1440 && on.instantOf(minute) === undefined;
    const wrong: string[] = [];
    for (let startMinute = 0; startMinute < 1440; startMinute += 30) {
      for (let end = startMinute + 30; end <= 1440; end += 30) {
        const { from, to } = spanOf({ startMinute, minutes: end - startMinute }, on);
        if (from >= to) continue;
        const shown = timeOfBlock(
          { day: date, startMinute, startsAt: new Date(from), busyUntil: new Date(to) },
          timeZone,
        );
        let expected = end;
        while (isSkipped(expected)) expected += 30;
        if (shown.startMinute + shown.minutes !== expected) wrong.push(`${startMinute} to ${end}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
