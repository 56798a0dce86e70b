import { describe, expect, it } from 'vitest';
import { type Fate, troublesOf } from './plan.ts';

const fate = (...faults: Fate['faults']): Fate => ({ channel: 'email', faults, isUntrue: false, reports: 'in-time' });
const taken = async () => ({ kind: 'taken' });
const unanswered = async () => ({ kind: 'unknown' });

// The verdict allows a message to arrive twice only after such a try (`verdict.test.ts`).
describe('a try counts as one without an answer', () => {
  it('if its server takes a fault that leaves the outcome unknown, and once if the client notices that too', async () => {
    const troubles = troublesOf([fate('silent-after', 'greylisted'), fate('greylisted')]);
    await troubles.send(0, async () => {
      expect(troubles.take(0, ['silent-after', 'greylisted'])).toBe('silent-after');
      return unanswered();
    });
    expect(troubles.unknownTries(0)).toBe(1);
    for (const number of [0, 1]) expect(troubles.take(number, ['silent-after', 'greylisted'])).toBe('greylisted');
    expect([troubles.unknownTries(0), troubles.unknownTries(1)]).toEqual([1, 0]);
  });

  it('if the answer is unknown without a fault, and not if there is one', async () => {
    const troubles = troublesOf([fate(), fate()]);
    await troubles.send(0, unanswered);
    await troubles.send(1, taken);
    expect([troubles.unknownTries(0), troubles.unknownTries(1)]).toEqual([1, 0]);
  });

  it.each([
    ['after-claim', 0],
    ['after-hand-over', 1],
  ] as const)('if its node is killed: %s', async (point, times) => {
    const troubles = troublesOf([fate(point)]);
    let handedOver = 0;
    const send = async () => {
      handedOver += 1;
      return taken();
    };
    await expect(troubles.send(0, send)).rejects.toThrow('killed');
    expect({ unknown: troubles.unknownTries(0), killed: troubles.killed(), handedOver }).toEqual({
      unknown: 1,
      killed: 1,
      handedOver: times,
    });
  });
});
