import { expect, it } from 'vitest';
import { PLANTED } from './plant.ts';
import { simulateWaitingList } from './simulate.ts';

/** `npm run simulate:waiting-list` runs more of it. */
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';
const FREED = Number(process.env['SIMULATED_WAITING_LIST'] ?? 80);

it(
  `no slot is offered to two, the order is kept, and nothing is free that somebody waits for: ${FREED} freed slots of '${SEED}'`,
  async () => {
    const found = await simulateWaitingList({
      seed: SEED,
      freed: FREED,
      ends: ['accepted', 'declined', 'expired', 'withdrawn'],
    });
    console.info(JSON.stringify(found));
    expect(found.faults, found.faults.join('\n')).toEqual([]);
    expect(found.crashes).toBeGreaterThan(0);
    expect(found.unheard).toBeGreaterThan(0);
  },
  60_000 + FREED * 500,
);

it.each(PLANTED)('sees an offer that is $planted', async ({ planted, fault }) => {
  const { faults } = await simulateWaitingList({ seed: SEED, planted });
  expect(faults).toContainEqual(expect.stringContaining(fault));
});

it('replays from its seed', async () => {
  const once = await simulateWaitingList({ seed: SEED, freed: 10 });
  expect(await simulateWaitingList({ seed: SEED, freed: 10 })).toEqual(once);
});
