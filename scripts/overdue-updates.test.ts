import { expect, it } from 'vitest';
import { overdueUpdate } from './overdue-updates.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const TIMES = {
  created: '2020-01-01T00:00:00Z',
  modified: '2026-11-20T00:00:00Z',
  '1.9.0': '2026-07-01T00:00:00Z',
  '1.10.0-beta.1': '2026-07-15T00:00:00Z',
  '1.10.0': '2026-08-01T00:00:00Z',
  '1.9.1': '2026-08-20T00:00:00Z',
  '1.11.0': '2026-11-20T00:00:00Z',
  '2.0.0': '2026-08-02T00:00:00Z',
};

it('finds the first newer version that came out more than 90 days ago', () => {
  const found = overdueUpdate({ current: '1.9.0', latest: '1.11.0', times: TIMES }, NOW);
  expect(found).toEqual({ version: '1.10.0', days: 117 });
});

it('lets a newer version wait for 90 days, also if an older line got one later', () => {
  expect(overdueUpdate({ current: '1.10.0', latest: '1.11.0', times: TIMES }, NOW)).toBeUndefined();
});

it('counts a new major version once it is the latest', () => {
  const found = overdueUpdate({ current: '1.11.0', latest: '2.0.0', times: TIMES }, NOW);
  expect(found).toEqual({ version: '2.0.0', days: 116 });
});
