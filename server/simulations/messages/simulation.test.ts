import { expect, it } from 'vitest';
import { simulateMessages } from './simulate.ts';

/** `npm run simulate:messages` and `npm run simulate:text-messages` run more of it. `verdict.test.ts` shows what it sees. */
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';
const MESSAGES = Number(process.env['SIMULATED_MESSAGES'] ?? 200);
const TEXT_SHARE = Number(process.env['SIMULATED_TEXT_SHARE'] ?? 0.2);

it(
  `every message arrives, at most twice, whatever its server does and whoever dies: ${MESSAGES} messages of '${SEED}'`,
  async () => {
    const { faults, ...numbers } = await simulateMessages({ seed: SEED, messages: MESSAGES, textShare: TEXT_SHARE });
    console.info(JSON.stringify(numbers));
    expect(faults, faults.join('\n')).toEqual([]);
    expect(numbers.killed).toBeGreaterThan(0);
    expect(numbers.doubled).toBeGreaterThan(0);
    expect(numbers.reported).toBeGreaterThan(0);
  },
  60_000 + MESSAGES * 500,
);
