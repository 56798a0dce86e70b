import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { restAfter } from './rules.ts';
import { type NotifyNodes, notifyOfCommits } from './store.ts';

/** The longest pause before the nodes are notified again after that failed. */
const LONGEST_REST_MILLIS = 2000;

/**
 * Notifies every node, this one too, of transactions that were committed without a notification (`notify_nodes`): one
 * for all transactions of that moment, sent again until it succeeds. If the node dies in between, the other nodes'
 * heartbeats find the events, and the next run the messages.
 */
export interface Notifier {
  readonly notify: NotifyNodes;
  /** Resolves once the pending notifications have been sent. */
  notified(): Promise<void>;
  /** What fails from now on is not sent again. */
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
