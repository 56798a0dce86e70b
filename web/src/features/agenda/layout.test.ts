import type { AgendaClosure, AgendaDay } from '@openhours/contract/agenda.ts';
import { describe, expect, it, test } from 'vitest';
import {
  breaksBetween,
  type Direction,
  firstAhead,
  hoursShown,
  idleColumns,
  layoutOf,
  nearest,
  neighbour,
  pixelsPerMinute,
  startAt,
} from './layout.ts';

const id = '01890000-0000-7000-8000-000000000000';
const day = (given: Partial<AgendaDay>): AgendaDay => ({
  calendarId: id,
  date: '2024-01-08',
  hours: [],
  closed: [],
  appointments: [],
  blocks: [],
  held: [],
  offered: [],
  free: [],
  ...given,
});
const time = (startMinute: number, minutes: number) => ({ startMinute, minutes });
const closure = (whose: 'clinic' | 'doctor', fromMinute: number, minutes: number) => {
  const days = { from: '2024-01-08', to: '2024-01-08', fromMinute, toMinute: fromMinute + minutes };
  return { _id: id, ...days, ...time(fromMinute, minutes), reason: 'Painting', whose };
};

test('only the column of a doctor who has nothing on the day is narrow', () => {
  const column = (_id: string, given: Partial<AgendaDay> = {}, closings: AgendaClosure[] = []) => {
    const calendar = { _id, doctorName: _id, options: [] };
    const shown = day(given);
    return { id: _id, title: _id, closings, calendar, day: shown, layout: layoutOf(shown, () => 30) };
  };
  const works = column('works', { hours: [time(540, 60)] });
  const hasBlock = column('has a block', { blocks: [{ _id: id, ...time(690, 30), reason: 'Meeting' }] });
  const isAway = column('is away', {}, [closure('doctor', 0, 1440)]);
  const idle = column('idle');
  expect([...idleColumns([works, hasBlock, idle, isAway])]).toEqual(['idle']);
  expect(idleColumns([idle]).size).toBe(0);
  expect(idleColumns([works, column('of a week', { date: '2024-01-09' })]).size).toBe(0);
});

describe('the layout of a day', () => {
  it('has everything in order of time, by the hour in which it begins', () => {
    const { items, byHour } = layoutOf(
      day({
        hours: [time(540, 60), time(660, 60)],
        blocks: [{ _id: id, ...time(690, 30), reason: 'Meeting' }],
        held: [time(570, 30)],
        free: [{ optionId: 'a', startMinutes: [540, 660] }],
      }),
      () => 30,
    );
    expect(items.map(({ kind, startMinute, minutes }) => [kind, startMinute, minutes])).toEqual([
      ['free', 540, 30],
      ['held', 570, 30],
      ['break', 600, 60],
      ['free', 660, 30],
      ['block', 690, 30],
    ]);
    expect([...byHour.keys()]).toEqual([9, 10, 11]);
  });

  it('has one free time where several treatments begin, which ends where the next begins', () => {
    const { items } = layoutOf(
      day({
        free: [
          { optionId: 'short', startMinutes: [540, 560, 580] },
          { optionId: 'long', startMinutes: [540, 570, 600] },
        ],
      }),
      (option) => (option === 'short' ? 20 : 30),
    );
    const one = (startMinute: number, minutes: number, ...optionIds: string[]) => {
      const only = time(startMinute, minutes);
      return { kind: 'free', ...only, times: [{ ...only, optionIds }] };
    };
    expect(items).toEqual([
      one(540, 20, 'short', 'long'),
      one(560, 10, 'short'),
      one(570, 10, 'long'),
      one(580, 20, 'short'),
      one(600, 30, 'long'),
    ]);
  });

  it.each<[string, number, readonly number[], readonly (readonly number[])[]]>([
    [
      'a quarter of an hour',
      5,
      [540, 545, 550, 555, 560, 565],
      [
        [540, 545, 550],
        [555, 560, 565],
      ],
    ],
    ['what is left over with those before it', 5, [540, 545, 550, 555, 560], [[540, 545, 550, 555, 560]]],
    [
      'only what follows without a gap',
      5,
      [540, 545, 560, 565],
      [
        [540, 545],
        [560, 565],
      ],
    ],
    ['no time of ten minutes', 10, [540, 550, 560], [[540], [550], [560]]],
    ['no time that is alone', 5, [540, 600], [[540], [600]]],
  ])('joins free times that are too short: %s', (_, minutes, startMinutes, groups) => {
    const { items } = layoutOf(day({ free: [{ optionId: 'a', startMinutes: [...startMinutes] }] }), () => minutes);
    expect(items.map((item) => item.kind === 'free' && item.times.map(({ startMinute }) => startMinute))).toEqual(
      groups,
    );
    expect(items.map((item) => item.startMinute + item.minutes)).toEqual(
      groups.map((group) => (group.at(-1) ?? 0) + minutes),
    );
  });

  it('joins a short time with the longer one that follows it', () => {
    const free = [
      { optionId: 'short', startMinutes: [540, 565] },
      { optionId: 'long', startMinutes: [540, 570] },
    ];
    const { items } = layoutOf(day({ free }), (option) => (option === 'short' ? 25 : 30));
    expect(items).toMatchObject([time(540, 25), time(565, 35)]);
  });

  it('has a break while the doctor is away', () => {
    const { items } = layoutOf(
      day({ hours: [time(540, 60), time(630, 30), time(720, 60)], closed: [closure('doctor', 660, 60)] }),
      () => 30,
    );
    expect(items).toEqual([
      { kind: 'break', ...time(600, 30), name: 'Break' },
      { kind: 'break', ...time(660, 60), name: 'Away' },
    ]);
  });

  it('has a break with the reason while the clinic is closed', () => {
    const { items } = layoutOf(
      day({
        hours: [time(540, 60), time(780, 60)],
        closed: [closure('doctor', 540, 240), closure('clinic', 600, 120)],
      }),
      () => 30,
    );
    expect(items).toEqual([
      { kind: 'break', ...time(600, 120), name: 'Closed: Painting' },
      { kind: 'break', ...time(720, 60), name: 'Away' },
    ]);
  });

  it('has a break before what begins at the same time and covers it', () => {
    const hours = [time(540, 60), time(780, 60)];
    const { items } = layoutOf(day({ hours, held: [time(600, 30)] }), () => 30);
    expect(items.map(({ kind }) => kind)).toEqual(['break', 'held']);
  });

  test('breaks are between working hours only', () => {
    expect(breaksBetween([])).toEqual([]);
    expect(breaksBetween([time(540, 60)])).toEqual([]);
    expect(breaksBetween([time(540, 60), time(600, 60), time(720, 60)])).toEqual([time(660, 60)]);
  });
});

test('the hours shown hold everything, and are nine to five if there is nothing', () => {
  expect(hoursShown([])).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
  expect(
    hoursShown([
      { hours: [time(540, 60)], items: [time(500, 30)] },
      { hours: [], items: [time(610, 60)] },
    ]),
  ).toEqual([8, 9, 10, 11]);
});

test('the shortest item is high enough to be pressed', () => {
  const of = (minutes: number) => layoutOf(day({ held: [time(540, minutes)] }), () => 30);
  expect(pixelsPerMinute([]) * 15).toBe(26);
  expect(pixelsPerMinute([of(30), of(60)]) * 15).toBe(26);
  expect(pixelsPerMinute([of(30), of(10)]) * 10).toBe(26);
  expect(pixelsPerMinute([of(5)]) * 5).toBe(26);
  expect(pixelsPerMinute([of(1)])).toBe(5.2);
});

test('free times every five minutes make a day no longer', () => {
  const every = (minutes: number) =>
    layoutOf(
      day({ free: [{ optionId: 'a', startMinutes: Array.from({ length: 20 }, (_, at) => 540 + at * minutes) }] }),
      () => minutes,
    );
  expect(pixelsPerMinute([every(5)]) * 15).toBe(26);
  expect(pixelsPerMinute([every(10)]) * 10).toBe(26);
  const alone = layoutOf(day({ free: [{ optionId: 'a', startMinutes: [540] }] }), () => 5);
  expect(pixelsPerMinute([alone]) * 10).toBe(26);
});

test('an appointment is dropped at the last start before the pointer at which its treatment is free', () => {
  const { items } = layoutOf(
    day({
      free: [
        { optionId: 'other', startMinutes: [540, 545, 550] },
        { optionId: 'wanted', startMinutes: [540, 550] },
      ],
    }),
    () => 5,
  );
  const [item] = items;
  if (item?.kind !== 'free') throw new Error('Nothing is free');
  const at = (minute: number, optionId = 'wanted') => startAt(item.times, { optionId, minute });
  expect([at(541), at(549), at(553), at(530), at(548, 'other'), at(550, 'none')]).toEqual([
    540,
    540,
    550,
    540,
    545,
    undefined,
  ]);
});

describe('keys', () => {
  const places = [
    { column: 0, startMinute: 540 },
    { column: 2, startMinute: 550 },
    { column: 0, startMinute: 600 },
    { column: 2, startMinute: 590 },
    { column: 5, startMinute: 900 },
  ];
  it.each<[number, Direction, number]>([
    [0, 'down', 2],
    [2, 'down', 2],
    [2, 'up', 0],
    [0, 'up', 0],
    [0, 'last', 2],
    [2, 'first', 0],
    [0, 'after', 1],
    [2, 'after', 3],
    [3, 'after', 4],
    [4, 'after', 4],
    [4, 'before', 3],
    [1, 'before', 0],
    [0, 'before', 0],
    [0, 'last-column', 4],
    [4, 'last-column', 4],
    [4, 'first-column', 2],
    [0, 'first-column', 0],
    [-1, 'down', -1],
  ])('from %i, %s leads to %i', (at, direction, to) => {
    expect(neighbour(places, at, direction)).toBe(to);
  });

  it('begin at what has not ended today, in the first column that has it', () => {
    const block = (startMinute: number) => ({ _id: id, ...time(startMinute, 30), reason: 'Meeting' });
    const column = (given: Partial<AgendaDay>) => ({ day: day(given), layout: layoutOf(day(given), () => 30) });
    const columns = [
      column({ date: '2024-01-07', blocks: [block(900)] }),
      column({ blocks: [block(540)], hours: [time(540, 60), time(840, 60)], held: [time(840, 30)] }),
      column({ blocks: [block(540), block(840), block(900)] }),
    ];
    const at = (minute: number, today = '2024-01-08') => firstAhead(columns, { today, minute });
    expect(at(0)).toEqual({ column: 1, startMinute: 540 });
    expect(at(569)).toEqual({ column: 1, startMinute: 540 });
    expect(at(570)).toEqual({ column: 2, startMinute: 840 });
    expect(at(930)).toBeUndefined();
    expect(at(0, '2024-01-09')).toBeUndefined();
  });

  it('finds what is nearest in time in a column, the earlier of two', () => {
    expect(nearest(places, { column: 0, startMinute: 570 })).toBe(0);
    expect(nearest(places, { column: 1, startMinute: 570 })).toBeUndefined();
  });
});
