import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** `npm run simulate` runs more of it; the seed makes it repeatable. */
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';
const PAYMENTS = Number(process.env['SIMULATED_PAYMENTS'] ?? 24);
const FIRST = Number(process.env['SIMULATION_FIRST'] ?? 0);
const STRETCH = 1_000;

describe('payments with faults', () => {
  it(
    `a paid booking has exactly one correct charge, all others are refunded: ${PAYMENTS} payments of '${SEED}'`,
    async () => {
      for (let first = FIRST; first < FIRST + PAYMENTS; first += STRETCH) {
        const payments = Math.min(STRETCH, FIRST + PAYMENTS - first);
        const result = await simulate({ seed: SEED, payments, first });
        const { faults, ...numbers } = result;
        console.info(`from ${first}: ${JSON.stringify(numbers)}`);
        expect(faults, JSON.stringify(faults, null, 1)).toEqual([]);
        expect(result.killed).toBeGreaterThan(0);
      }
    },
    PAYMENTS * 2_000,
  );
});
