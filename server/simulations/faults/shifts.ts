import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../testing/random.ts';
import type { startDesk } from './desk.ts';
import { THINKS_MILLIS } from './workload.ts';

type Act = (turn: number) => Promise<unknown>;
/** The free days are enough for this many. */
const MOST_ACTS = 300;

/** Four people work at a time. Each first does all of their acts once, then random ones until the run is over. */
export async function workAtDesk(
  { alone, inTwoWays, offer }: ReturnType<typeof startDesk>,
  { chance, isOver }: { chance: Chance; isOver: () => boolean },
): Promise<void> {
  const work = async (acts: readonly Act[], turn: number) => {
    for (const act of acts) await act(turn);
    for (let more = acts.length; more < MOST_ACTS && !isOver(); more += 1) {
      await sleep(chance.next() * 2 * THINKS_MILLIS);
      await acts[Math.floor(chance.next() * acts.length)]?.(Math.floor(chance.next() * 6));
    }
  };
  await Promise.all([
    work(Object.values(alone), 0),
    work(Object.values(inTwoWays), 0),
    work(Object.values(inTwoWays), 1),
    work([offer], 0),
  ]);
}
