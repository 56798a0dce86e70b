import { expect, it } from 'vitest';
import { chooseTreated } from './treated-choice.ts';

const user = { displayName: 'Sam Rivera' };
const dependants = [{ _id: 'mia', name: 'Mia Rivera' }];

it('is the user, or somebody whom they look after', () => {
  expect(chooseTreated({ chosenId: '', dependants, user })).toEqual({ name: 'Sam Rivera', error: undefined });
  expect(chooseTreated({ chosenId: 'mia', dependants, user })).toEqual({ name: 'Mia Rivera', error: undefined });
});

it('has no name while the dependants load', () => {
  expect(chooseTreated({ chosenId: 'mia', dependants: undefined, user })).toEqual({ name: '', error: undefined });
});

it.each([[[]], [dependants]])('is nobody if the chosen person is not among %o, not even the user', (known) => {
  const { name, error } = chooseTreated({ chosenId: 'removed', dependants: known, user });
  expect(name).toBe('');
  expect(error).toMatch(/^You no longer look after the person/);
});
