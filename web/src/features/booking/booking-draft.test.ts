import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetChoice, forgetDraft, readDraft, writeDraft } from './booking-draft.ts';

const first = {
  optionId: '01a1fb61-4fdc-701a-bdcb-249b171a5653',
  treatment: 'General',
  appointmentDate: 'Nov 27, 2026',
  slot: '09:00 AM - 09:30 AM',
  price: 60,
  currency: 'USD',
};
const offer = { ...first, slot: '09:30 AM - 10:00 AM' };
const choice = { offer, treatedId: '01a1fb61-4fdc-701a-bdcb-249b171a5654', visitReason: 'A cough' };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('restores what the same person typed and chose in a dialog for the same slot, and who is treated if the slot is another', () => {
  writeDraft('anna', { first, ...choice, phone: '+1 202' });
  expect(readDraft('anna').phone).toBe('+1 202');
  expect(readDraft('anna').choiceFor(first)).toEqual(choice);
  const later = { ...first, slot: '11:00 AM - 11:30 AM' };
  expect(readDraft('anna').choiceFor(later)).toEqual({ ...choice, offer: later });
  expect(readDraft('anna').choiceFor({ ...first, treatment: 'Pediatrics' })).toBeUndefined();
  expect(readDraft('anna').choiceFor({ ...first, appointmentDate: 'Nov 28, 2026' })).toBeUndefined();
  expect(readDraft('ben')).toMatchObject({ phone: undefined });
  expect(readDraft('ben').choiceFor(first)).toBeUndefined();
});

it('keeps only the phone number when the dialog is closed, and nothing after the booking', () => {
  writeDraft('anna', { first, ...choice, phone: '+1 202' });
  forgetChoice('anna');
  expect(readDraft('anna').phone).toBe('+1 202');
  expect(readDraft('anna').choiceFor(first)).toBeUndefined();
  forgetDraft('anna');
  expect(readDraft('anna').phone).toBeUndefined();
});

it('restores the slot of a draft without a person and a reason', () => {
  sessionStorage.setItem('draft anna booking', JSON.stringify({ first, offer, treatedId: 7 }));
  expect(readDraft('anna').choiceFor(first)).toEqual({ offer, treatedId: '', visitReason: '' });
});

it.each(['', '7', 'null', '"text"', '{', '{"phone":7,"first":{},"offer":null}'])(
  'ignores the invalid draft %j',
  (text) => {
    sessionStorage.setItem('draft anna booking', text);
    expect(readDraft('anna').phone).toBeUndefined();
    expect(readDraft('anna').choiceFor(first)).toBeUndefined();
  },
);
