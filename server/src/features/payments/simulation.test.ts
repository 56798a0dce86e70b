import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from '../../testing/payment-simulation/planted-bugs.ts';
import { simulate } from '../../testing/payment-simulation/simulate.ts';

/** `npm run simulate` asks for more of it; the seed says which. */
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';
const PAYMENTS = Number(process.env['SIMULATED_PAYMENTS'] ?? 100);
const FIRST = Number(process.env['SIMULATION_FIRST'] ?? 0);
const STRETCH = 1_000;

describe('money and bookings, whatever goes wrong', () => {
  it(
    `paid means that exactly one right charge is kept, and every other went back: ${PAYMENTS} payments of '${SEED}'`,
    async () => {
      for (let first = FIRST; first < FIRST + PAYMENTS; first += STRETCH) {
        const payments = Math.min(STRETCH, FIRST + PAYMENTS - first);
        const result = await simulate({ seed: SEED, payments, first });
        const { faults, ...numbers } = result;
        console.info(`from ${first}: ${JSON.stringify(numbers)}`);
        expect(faults).toEqual([]);
        expect(result.faulty / result.payments).toBeGreaterThan(0.25);
      }
    },
    PAYMENTS * 2_000,
  );
});

describe('the simulation sees a bug that was planted', () => {
  it.each(PLANTED_BUGS.map((bug) => [bug.name, bug] as const))(
    '%s',
    async (_name, bug) => {
      const { faults } = await simulate({ seed: 'bugs', payments: 10, bug });
      console.info(`${bug.name}: ${faults.length} fault(s), such as '${faults[0]?.what}'`);
      expect(faults.length).toBeGreaterThan(0);
    },
    60_000,
  );

  it('and nothing where none was', async () => {
    const { faults, killed } = await simulate({ seed: 'bugs', payments: 24, faultyShare: 0.9 });
    expect(faults).toEqual([]);
    expect(killed).toBeGreaterThan(5);
  }, 60_000);
});
