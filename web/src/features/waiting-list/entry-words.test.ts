import { expect, it } from 'vitest';
import { leftText, requestText, wayOfOffer } from './entry-words.ts';

it('says what somebody waits for', () => {
  const entry = { from: '2030-05-06', to: '2030-05-09', times: [], doctorName: 'Dora' };
  expect(requestText(entry)).toBe('May 6, 2030 to May 9, 2030, with Dr. Dora');
  expect(requestText({ from: '2030-05-06', to: '2030-05-06', times: ['morning', 'evening'] })).toBe(
    'May 6, 2030, mornings, evenings, with any doctor',
  );
});

it('says to staff how a patient learns of a free time', () => {
  const can = { change: false, delete: false, merge: false };
  const unclaimed = { ...can, change: true };
  const [call, account, automatic] = [/call them\.$/, /in their account/, /as to others/];
  expect(wayOfOffer('new')).toMatch(call);
  expect(wayOfOffer({ emails: 'no-address', can: unclaimed })).toMatch(call);
  expect(wayOfOffer({ emails: 'unconfirmed', can: unclaimed })).toMatch(call);
  expect(wayOfOffer({ emails: 'unconfirmed', can })).toMatch(account);
  expect(wayOfOffer({ emails: 'on', can })).toMatch(automatic);
  // Whoever is looked after waits under that account.
  expect(wayOfOffer({ emails: 'on', guardian: 'Sam Rivera', can: unclaimed })).toMatch(automatic);
});

it('counts down to the second, and to the minute while there are hours left', () => {
  expect(leftText(9 * 60_000 + 5_000)).toBe('9:05');
  expect(leftText(59_999)).toBe('0:59');
  expect(leftText(-1)).toBe('0:00');
  expect(leftText(11 * 3_600_000 + 3 * 60_000)).toBe('11 h 3 min');
});
