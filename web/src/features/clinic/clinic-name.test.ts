import { ClinicName } from '@openhours/contract/clinic-facts.ts';
import { expect, it } from 'vitest';
import { clinicNameRule } from './clinic-name.ts';

it.each(['', '  ', 'Main Street Clinic', 'x'.repeat(60), ` ${'x'.repeat(60)} `, 'x'.repeat(61), 'é'.repeat(73)])(
  'accepts the names that the server accepts: %j',
  (name) => {
    expect(clinicNameRule(name, undefined) === undefined).toBe(ClinicName.safeParse(name).success);
  },
);

it('says the limit of a name that is too long', () => {
  expect(clinicNameRule('x'.repeat(73), undefined)).toBe('At most 60 characters. This name has 73.');
});
