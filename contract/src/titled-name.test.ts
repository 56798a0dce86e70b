import { expect, it } from 'vitest';
import { titledName } from './titled-name.ts';

it.each([
  ['Amara Nwosu', 'Dr. Amara Nwosu'],
  ['Dr. Amara Nwosu', 'Dr. Amara Nwosu'],
  ['dr amara nwosu', 'Dr. amara nwosu'],
  ['Dr.Amara', 'Dr. Amara'],
  ['Drew Barker', 'Dr. Drew Barker'],
  ['Dr.', 'Dr. Dr.'],
])('%s is titled %s', (name, titled) => {
  expect(titledName(name)).toBe(titled);
});
