import { expect, it } from 'vitest';
import { specialtyFirst } from './specialty-first.ts';

const options = ['General', 'Cardiology', 'Dental Care', 'General', 'cardiology '].map((name, place) => ({
  name,
  place,
}));
const orderFor = (specialty: string | null) => specialtyFirst(options, specialty).map(({ place }) => place);

it.each(['Cardiology', 'cardiology', '  CARDIOLOGY '])(
  'puts what is called %j in front, all else in its order',
  (said) => {
    expect(orderFor(said)).toEqual([1, 4, 0, 2, 3]);
  },
);

it.each([null, '', ' ', 'Card', 'Astrology'])('leaves the order as it is for %j', (said) => {
  expect(orderFor(said)).toEqual([0, 1, 2, 3, 4]);
});
