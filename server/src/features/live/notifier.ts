import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { restAfter } from './rules.ts';
import { type NotifyNodes, notifyOfCommits } from './store.ts';

/** The longest pause before a failed notification is sent again. */
const LONGEST_REST_MILLIS = 2000;

/**
 * Notifies every node, including this one, of transactions that were committed without a notification (`notify_nodes`).
 * One notification covers all transactions since the last one, and is sent again until it succeeds. If this node dies
 * before that, the heartbeats of the other nodes find the events, and the next delivery run finds the messages.
 */
export interface Notifier {
  readonly notify: NotifyNodes;
  /** Resolves once the pending notifications have been sent. */
  notified(): Promise<void>;
  /** From now on, a failed notification is not sent again. */
  stop(): void;
}

export function createNotifier({ db, log }: { db: Database; log: Logger }): Notifier {
  let next: PromiseWithResolvers<void> | undefined;
  let sending: PromiseWithResolvers<void> | undefined;
  let commits = 0;
  let isStopped = false;

  async function sendAll(): Promise<void> {
    for (let failures = 0; next; ) {
      sending = next;
      next = undefined;
      const rest = restAfter(commits);
      commits = 0;
      try {
        await notifyOfCommits(db);
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ err: error }, 'the nodes could not be notified');
        if (!isStopped) next ??= Promise.withResolvers();
      }
      sending.resolve();
      await sleep(Math.min(rest * 2 ** failures, LONGEST_REST_MILLIS));
    }
    sending = undefined;
  }

  return {
    notify() {
      next ??= Promise.withResolvers();
      commits += 1;
      if (!sending) void sendAll();
    },
    notified: async () => (next ?? sending)?.promise,
    stop() {
      isStopped = true;
    },
  };
}
