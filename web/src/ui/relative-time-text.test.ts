import { expect, it } from 'vitest';
import { relativeTimeText } from './relative-time-text.ts';

const now = new Date('2024-03-10T12:00:00Z');

it.each([
  ['2024-03-10T11:59:01Z', 'just now'],
  ['2024-03-10T12:00:30Z', 'just now'],
  ['2024-03-10T11:59:00Z', '1 minute ago'],
  ['2024-03-10T10:00:01Z', '1 hour ago'],
  ['2024-03-08T12:00:01Z', '1 day ago'],
  ['2024-03-07T11:00:00Z', '3 days ago'],
  ['2024-02-25T12:00:00Z', '2 weeks ago'],
  ['2024-02-09T12:00:00Z', '1 month ago'],
  ['2023-12-01T12:00:00Z', '3 months ago'],
  ['2022-01-01T12:00:00Z', '2 years ago'],
])('%s reads as %s', (instant, text) => {
  expect(relativeTimeText(new Date(instant), now)).toBe(text);
});
