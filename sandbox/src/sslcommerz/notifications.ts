import { postHere, wasTaken } from '../post-here.ts';
import type { Timers } from '../timers.ts';
import type { IpnAttempt, IpnDelivery } from './control.ts';
import type { Session } from './sessions.ts';

export interface Notifications {
  /** Lets the notification of a session travel, in the way that was chosen. */
  send(session: Session): void;
  choose(delivery: IpnDelivery): void;
  sendNow(sessions: readonly Session[]): Promise<IpnAttempt[]>;
  settled(): Promise<void>;
  chosen(): IpnDelivery;
}

interface NotificationSettings {
  /** The signed fields of a session as it is now. */
  fields: (session: Session) => Record<string, string>;
  timers: Timers;
  /** Ends what is on its way when the sandbox stops. */
  signal: AbortSignal;
}

/** Instant payment notifications: one post to the shop's `ipn_url`, and no second one of its own accord. */
export function createNotifications({ fields, timers, signal }: NotificationSettings): Notifications {
  const underWay = new Set<Promise<unknown>>();
  let delivery: IpnDelivery = { how: 'at-once' };

  const post = async (session: Session): Promise<IpnAttempt> => {
    const transactionId = session.request.get('tran_id') ?? '';
    const status = await postHere(session.request.get('ipn_url') ?? '', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields(session)).toString(),
      signal,
    });
    session.ipnAnswers.push(status);
    session.ipnTaken ||= wasTaken(status);
    return { transactionId, status };
  };
  const follow = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    return work;
  };

  return {
    send: (session) => {
      if (!session.request.get('ipn_url')) return;
      switch (delivery.how) {
        case 'at-once':
          void follow(post(session));
          break;
        case 'twice':
          void follow(Promise.all([post(session), post(session)]));
          break;
        case 'late':
          timers.after(delivery.delayMs ?? 5000, () => {
            if (!session.ipnTaken) void follow(post(session));
          });
          break;
        case 'never':
          break;
      }
    },
    choose: (next) => {
      delivery = next;
    },
    sendNow: async (sessions) => {
      const attempts: IpnAttempt[] = [];
      for (const session of sessions) attempts.push(await follow(post(session)));
      return attempts;
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    chosen: () => delivery,
  };
}
