import { MAIL_FAULTS, type MailFault } from '../../testing/faulty-mail-server.ts';
import { REPORTS, type Reports, TEXT_FAULTS, type TextFault } from '../../testing/faulty-text-server.ts';
import { chanceOf } from '../../testing/random.ts';

/** Where a node is killed: what it did by then stays, and it marks nothing. */
const KILL_POINTS = ['after-claim', 'after-hand-over'] as const;
type KillPoint = (typeof KILL_POINTS)[number];
type Fault = MailFault | TextFault | KillPoint;

/** What happens to one message. Determined by the seed and its number. */
export interface Fate {
  readonly channel: 'email' | 'text';
  /** What goes wrong in its tries, one after the other. */
  readonly faults: readonly Fault[];
  /** What it is about is no longer true when its turn comes. */
  readonly isUntrue: boolean;
  /** When its delivery is reported, if it is a text message. */
  readonly reports: Reports;
}

/** @param of.textShare which part of the messages are text messages, between 0 and 1 */
export function fateOf(seed: string, { number, textShare }: { number: number; textShare: number }): Fate {
  const chance = chanceOf(`${seed}/message/${number}`);
  const faulty = chance.is(1 / 3);
  const channel = chance.is(textShare) ? 'text' : 'email';
  const faults = Array.from({ length: faulty ? chance.pick([1, 1, 1, 2, 3]) : 0 }, () =>
    channel === 'text' ? chance.pick([...KILL_POINTS, ...TEXT_FAULTS]) : chance.pick([...KILL_POINTS, ...MAIL_FAULTS]),
  );
  return { channel, faults, isUntrue: chance.is(0.05), reports: chance.pick(REPORTS) };
}

/** Faults after which nobody knows whether the message was taken. */
const LEAVES_UNKNOWN: ReadonlySet<Fault> = new Set([
  'silent-after',
  'cut-after',
  'cut-before',
  'failing',
  'failing-after',
  'unreadable',
] satisfies Fault[]);

/** What is still to go wrong, and what went wrong already. Messages are known by their numbers. */
export interface Troubles {
  readonly killed: () => number;
  /** How many tries of a message ended without an answer. */
  unknownTries(number: number): number;
  /** What goes wrong in this try, for the server that has it. */
  take<Known extends Fault>(number: number, known: readonly Known[]): Known | undefined;
  /** Sends a message, unless its node is killed before or afterwards. */
  send<Outcome extends { readonly kind: string }>(number: number, send: () => Promise<Outcome>): Promise<Outcome>;
}

export function troublesOf(fates: readonly Fate[]): Troubles {
  const left = fates.map(({ faults }) => [...faults]);
  const unknown = fates.map(() => 0);
  let killed = 0;
  const countUnknown = (number: number) => {
    unknown[number] = (unknown[number] ?? 0) + 1;
  };
  return {
    killed: () => killed,
    unknownTries: (number) => unknown[number] ?? 0,
    take(number, known) {
      const found = known.find((fault) => fault === left[number]?.at(0));
      if (found === undefined) return undefined;
      left[number]?.shift();
      if (LEAVES_UNKNOWN.has(found)) countUnknown(number);
      return found;
    },
    async send(number, send) {
      const fault = KILL_POINTS.find((point) => point === left[number]?.at(0));
      if (fault === undefined) {
        const before = unknown[number];
        const outcome = await send();
        // Text messages are silent before they are taken. And on a busy machine an answer may come after the deadline.
        if (outcome.kind === 'unknown' && unknown[number] === before) countUnknown(number);
        return outcome;
      }
      left[number]?.shift();
      killed += 1;
      countUnknown(number);
      if (fault === 'after-hand-over') await send();
      throw new Error(`killed ${fault}`);
    },
  };
}
