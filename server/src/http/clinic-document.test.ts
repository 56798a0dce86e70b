import { expect, test } from 'vitest';
import { shownClinic } from '../../testing/shown-clinic.ts';
import { fillInClinic } from './clinic-document.ts';

const site = { publicUrl: 'https://clinic.example', googleSignIn: false, changedDays: [] };

test.each([
  ['a part whose condition is true is kept', '__IF:phone__Call__END_IF:phone__', { phone: '1' }, 'Call'],
  ['a part whose condition is false is removed', 'a__IF:phone__Call__END_IF:phone__b', {}, 'ab'],
  ['adjacent parts are handled separately', '__IF:own__1__END_IF:own____IF:demo__2__END_IF:demo__', {}, '1'],
  ['parts can be nested', '__IF:own____IF:phone____CLINIC:phone____END_IF:phone____END_IF:own__', { phone: '1' }, '1'],
  ['comments next to the markers are removed', '<p>__IF:own__<!-- -->A<!-- -->__END_IF:own__</p>', {}, '<p>A</p>'],
  [
    'a part is repeated for each item, and values are escaped',
    '__EACH:treatments__<i>__ITEM:name__</i>__END_EACH:treatments__',
    {
      treatments: [
        { name: 'A & $&', description: '', isOffered: true },
        { name: '<b>', description: '', isOffered: true },
      ],
    },
    '<i>A &#38; $&#38;</i><i>&#60;b&#62;</i>',
  ],
  [
    'a value that looks like a placeholder is not replaced',
    '__CLINIC:phone__',
    { phone: '__PUBLIC_URL__' },
    '&#95;_PUBLIC_URL&#95;_',
  ],
])('%s', (_, html, facts, filled) => {
  expect(fillInClinic(html, shownClinic(facts), site)).toBe(filled);
});

test('structured data cannot close its script element', () => {
  const json = fillInClinic('__CLINIC_JSON_LD__', shownClinic({ name: '</script><script>' }), site);
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toMatchObject({ '@type': 'MedicalClinic', name: '</script><script>' });
});

test('days with other hours, and closing days, are shown and in the structured data', () => {
  const list = '__EACH:changedDays__[__ITEM:days__: __ITEM:hours__]__END_EACH:changedDays__';
  const html = `__IF:changedDays__Soon: ${list}__END_IF:changedDays__`;
  expect(fillInClinic(html, shownClinic(), site)).toBe('');
  const changedDays = [
    { first: '2026-12-05', last: '2026-12-05', openings: [{ opensMinute: 600, closesMinute: 1440 }] },
    { first: '2026-12-24', last: '2027-01-03', openings: [] },
  ];
  const shown = { ...site, changedDays };
  const text = fillInClinic(html, shownClinic(), shown).replaceAll('\u00a0', ' ');
  expect(text).toBe('Soon: [Sat, Dec 5: 10:00 am–midnight][Thu, Dec 24 – Sun, Jan 3, 2027: closed]');
  const type = { '@type': 'OpeningHoursSpecification' };
  expect(JSON.parse(fillInClinic('__CLINIC_JSON_LD__', shownClinic(), shown))).toMatchObject({
    specialOpeningHoursSpecification: [
      { ...type, validFrom: '2026-12-05', validThrough: '2026-12-05', opens: '10:00', closes: '23:59' },
      { ...type, validFrom: '2026-12-24', validThrough: '2027-01-03', opens: '00:00', closes: '00:00' },
    ],
  });
});

test('a treatment that no doctor offers is not among those to choose from', () => {
  const treatments = [true, false].map((isOffered) => ({ name: isOffered ? 'Yes' : 'No', description: '', isOffered }));
  const html = '__EACH:offered__<i>__ITEM:name__</i>__END_EACH:offered__';
  expect(fillInClinic(html, shownClinic({ treatments }), site)).toBe('<i>Yes</i>');
});

test('a clinic that is not open offers no booking', () => {
  const shown = (open: boolean) => {
    const clinic = shownClinic({ open, treatments: [{ name: 'Check-up', description: '', isOffered: true }] });
    return fillInClinic('__IF:bookable__Choose__END_IF:bookable__ __CLINIC_JSON_LD__', clinic, site);
  };
  expect(shown(false)).not.toMatch(/Choose|ReserveAction/);
  expect(shown(true)).toMatch(/^Choose .*ReserveAction/);
});
