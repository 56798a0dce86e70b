import { expect, it } from 'vitest';
import { suggestedDays } from './suggested-days.ts';

const next = (optionId: string, date?: string) => ({ optionId, nextFree: date === undefined ? null : { date } });
const found = [next('amara', '2026-11-26'), next('bo', '2026-11-24'), next('cy'), next('di', '2026-11-26')];
const of = (...ids: string[]) =>
  suggestedDays(
    ids.map((_id) => ({ _id })),
    { found, most: 2 },
  );

it('suggests the days of the doctors who were asked for, each once, and of nobody else', () => {
  expect(of('amara')).toEqual(['2026-11-26']);
  expect(of('amara', 'bo', 'cy', 'di')).toEqual(['2026-11-24', '2026-11-26']);
  expect(of('closed')).toEqual([]);
});
