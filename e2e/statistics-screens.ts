import { longName, type Screen } from './screen.ts';

const monthOf = (month: number) => ({
  starts: `2026-${String(month).padStart(2, '0')}-01`,
  made: 1000 + month * 17,
  ahead: month === 12 ? 400 : 0,
  done: (month === 12 ? 520 : 900) + month * 11,
  noShow: 40 + month,
  cancelled: 60 + month * 5,
});
const months = Array.from({ length: 12 }, (_, index) => monthOf(index + 1));
const weekdays = [4100, 3900, 4300, 2800, 3600].map((bookedMinutes) => ({ bookedMinutes, offeredMinutes: 4800 }));
const calendar = {
  name: 'Amara Nwosu',
  isDoctor: true,
  made: 4100,
  ahead: 130,
  done: 3520,
  noShow: 160,
  cancelled: 290,
  bookedMinutes: 18_700,
  offeredMinutes: 24_000,
  weekdays: [...weekdays, { bookedMinutes: 90, offeredMinutes: 0 }, { bookedMinutes: 0, offeredMinutes: 0 }],
};
const statistics = {
  from: 'Jan 1, 2026',
  to: 'Dec 31, 2026',
  appointments: {
    made: 13_326,
    ahead: 400,
    done: 11_278,
    noShow: 558,
    cancelled: 1090,
    cancelledBy: { patient: 700, doctor: 190, clinic: 150, system: 50 },
  },
  periods: { unit: 'month', rows: months },
  calendars: [
    calendar,
    { ...calendar, name: longName, bookedMinutes: 23_000 },
    {
      ...calendar,
      name: 'General',
      isDoctor: false,
      offeredMinutes: null,
      weekdays: calendar.weekdays.map((one) => ({ ...one, offeredMinutes: null })),
    },
  ],
  income: [
    { method: 'card', currency: 'USD', payments: 5210, received: 729_400, refunded: 12_600, total: 716_800 },
    { method: 'cash', currency: 'USD', payments: 2210, received: 309_400, refunded: 140, total: 309_260 },
    { method: 'insurance', currency: 'JPY', payments: 1, received: 6000, refunded: 0, total: 6000 },
  ],
};
const none = { made: 0, ahead: 0, done: 0, noShow: 0, cancelled: 0 };
const nothing = {
  ...statistics,
  appointments: { ...none, cancelledBy: { patient: 0, doctor: 0, clinic: 0, system: 0 } },
  periods: { unit: 'day', rows: [] },
  calendars: [],
  income: [],
};
const call = /\/api\/statistics\?/;
const page = { page: 'statistics', signedInAs: 'admin' } as const;

export const statisticsScreens: readonly Screen[] = [
  {
    name: 'statistics',
    ...page,
    path: '/dashboard/statistics?from=2026-01-01&to=2026-12-31',
    shows: 'Utilisation',
    answers: [{ to: call, body: statistics }],
    isPrinted: true,
  },
  { name: 'statistics-none', ...page, shows: 'There were no payments', answers: [{ to: call, body: nothing }] },
  {
    name: 'statistics-too-long',
    ...page,
    path: '/dashboard/statistics?from=2020-01-01&to=2026-12-31',
    shows: 'Please choose three years at most.',
    answers: [{ to: call, status: 400, body: { message: 'Please choose three years at most.' } }],
    fails: { status: 400, path: '/api/statistics' },
  },
];
