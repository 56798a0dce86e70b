import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { setClinicSaved, whileEditing } from './clinic-version.ts';

const facts = whileEditing(['facts']);
const rules = whileEditing(['rules']);

test('a form that opens again after a save shows what was saved', () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(facts.queryKey, { name: 'Before', open: true, version: 3 });
  setClinicSaved(queryClient, facts, { from: 3, answer: { name: 'After', version: 4 } });
  expect(queryClient.getQueryData(facts.queryKey)).toEqual({ name: 'After', open: true, version: 4 });
});

test('what another page loads changes neither the values nor the version of an editor', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(facts.queryKey, { name: 'Loaded', version: 3 });
  queryClient.setQueryData(['facts'], { name: 'Newer', version: 4 });
  await queryClient.invalidateQueries({ queryKey: ['facts'] });
  expect(queryClient.getQueryData(facts.queryKey)).toEqual({ name: 'Loaded', version: 3 });
  expect(queryClient.getQueryState(facts.queryKey)?.isInvalidated).toBe(false);
});

test('a save creates no entry in the cache for an editor that is not open', () => {
  const queryClient = new QueryClient();
  setClinicSaved(queryClient, facts, { from: 3, answer: { version: 4 } });
  expect(queryClient.getQueryData(facts.queryKey)).toBeUndefined();
});

test('after a save, other forms of the same version can be saved', () => {
  const queryClient = new QueryClient();
  for (const { queryKey } of [facts, rules]) queryClient.setQueryData(queryKey, { version: 3 });
  setClinicSaved(queryClient, facts, { from: 3, answer: { version: 4 } });
  expect(queryClient.getQueryData(rules.queryKey)).toEqual({ version: 4 });
});

test('a form of an older version keeps that version when another form is saved', () => {
  const queryClient = new QueryClient();
  for (const { queryKey } of [facts, rules]) queryClient.setQueryData(queryKey, { version: 3 });
  setClinicSaved(queryClient, facts, { from: 4, answer: { version: 5 } });
  expect(queryClient.getQueryData(facts.queryKey)).toEqual({ version: 5 });
  expect(queryClient.getQueryData(rules.queryKey)).toEqual({ version: 3 });
});
