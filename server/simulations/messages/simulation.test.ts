import { expect, it } from 'vitest';
import { simulateMessages } from './simulate.ts';

/** `npm run simulate:messages` runs more of it. */
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';
const MESSAGES = Number(process.env['SIMULATED_MESSAGES'] ?? 150);

it(
  `every message arrives, at most twice, whatever the mail server does and whoever dies: ${MESSAGES} messages of '${SEED}'`,
  async () => {
    const { faults, ...numbers } = await simulateMessages({ seed: SEED, messages: MESSAGES });
    console.info(JSON.stringify(numbers));
    expect(faults).toEqual([]);
    expect(numbers.killed).toBeGreaterThan(0);
    expect(numbers.doubled).toBeGreaterThan(0);
  },
  60_000 + MESSAGES * 500,
);
