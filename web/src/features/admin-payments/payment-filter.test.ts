import { expect, it } from 'vitest';
import { questionOf, readFilter, writeFilter } from './payment-filter.ts';

const none = { search: '', state: '', way: '', from: '', to: '' };

it.each(['', 'search=K7M4PX&state=on-hold', 'way=hosted-page&from=2026-11-01&to=2026-11-01'])(
  'is the same in the URL and in the list: %j',
  (query) => {
    expect(writeFilter(readFilter(new URLSearchParams(query))).toString()).toBe(query);
  },
);

it.each(['state=lost', 'way=cheque', 'from=2026-02-30', 'to=yesterday', 'search=+'])('ignores %j', (query) => {
  expect(readFilter(new URLSearchParams(query))).toEqual(none);
});

it('has no last day before the first', () => {
  expect(readFilter(new URLSearchParams('from=2026-11-02&to=2026-11-01'))).toMatchObject({
    from: '2026-11-02',
    to: '',
  });
});

it('asks for what is set', () => {
  expect(questionOf(readFilter(new URLSearchParams()))).toEqual({});
  expect(questionOf({ ...none, state: 'paid', way: 'cash', from: '2026-11-01', to: '2026-11-30' })).toEqual({
    state: 'paid',
    way: 'cash',
    from: 'Nov 1, 2026',
    to: 'Nov 30, 2026',
  });
});
