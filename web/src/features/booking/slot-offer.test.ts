import { slotLabel } from '@openhours/contract/slot-label.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestSlot, offerFor } from './slot-offer.ts';

const at = (startMinute: number) => slotLabel({ startMinute, minutes: 30 });
const option = {
  _id: '01a1fb61-4fdc-701a-bdcb-249b171a5653',
  name: 'Cardiology',
  price: 140,
  currency: 'USD',
  minutes: 30,
  doctorName: 'Maya Lindqvist',
  slots: [at(9 * 60), at(11 * 60), at(14 * 60)],
};
const requested = { day: '2026-11-23', slot: at(11 * 60) };

describe('a patient who opens the page for a slot is offered', () => {
  it('that slot, if it is free', () => {
    expect(offerFor(requested, option, undefined)).toEqual({
      kind: 'offer',
      notice: undefined,
      offer: {
        optionId: option._id,
        treatment: 'Cardiology',
        doctorName: 'Maya Lindqvist',
        price: 140,
        currency: 'USD',
        appointmentDate: 'Nov 23, 2026',
        slot: requested.slot,
      },
    });
  });

  it('the nearest free slot of that day if it is taken, with a notice', () => {
    const outcome = offerFor({ ...requested, slot: at(13 * 60) }, option, undefined);
    expect(outcome).toMatchObject({ kind: 'offer', offer: { slot: at(14 * 60), appointmentDate: 'Nov 23, 2026' } });
    expect(outcome).toMatchObject({ notice: expect.stringContaining(at(13 * 60)) });
  });

  it('the next free slot if the day is full, with its date', () => {
    const full = { ...option, slots: [] };
    expect(offerFor(requested, full, undefined)).toEqual({ kind: 'undecided' });
    const next = { date: '2026-11-25', slot: at(10 * 60), startsAt: '2026-11-25T10:00:00.000Z' };
    expect(offerFor(requested, full, next)).toMatchObject({
      kind: 'offer',
      offer: { slot: at(10 * 60), appointmentDate: 'Nov 25, 2026' },
      notice: expect.stringContaining('Nov 25, 2026'),
    });
  });

  it('nothing if no slot is free up to the horizon, or the option no longer exists', () => {
    expect(offerFor(requested, { ...option, slots: [] }, null)).toEqual({ kind: 'gone' });
    expect(offerFor(requested, undefined, undefined)).toEqual({ kind: 'gone' });
  });
});

describe('the nearest slot', () => {
  it('is free, and no other free slot starts nearer', () => {
    const starts = fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(starts, fc.integer({ min: 0, max: 1439 }), (free, wanted) => {
        const slots = free.toSorted((one, other) => one - other).map(at);
        const found = nearestSlot(at(wanted), { slots, minutes: 30 });
        const nearest = Math.min(...free.map((start) => Math.abs(start - wanted)));
        expect([at(wanted - nearest), at(wanted + nearest)]).toContain(found);
        expect(slots).toContain(found);
      }),
    );
  });

  it('is the first free slot for a label of a different length, and none if none is free', () => {
    expect(nearestSlot('09:00 AM - 09:20 AM', option)).toBe(at(9 * 60));
    expect(nearestSlot(requested.slot, { slots: [], minutes: 30 })).toBeUndefined();
  });
});
