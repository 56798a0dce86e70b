import { validate as isUuid } from 'uuid';
import type { Database } from '../../database/database.ts';
import { unitOfWork, type WorkContext } from '../../database/unit-of-work.ts';
import type { MailSender } from '../../providers/mail/port.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { deleteSecondFactor, endSessions, findPerson, findPersonByEmail } from '../identity/index.ts';
import { changeMail } from './mail-change.ts';

export interface ResetMails {
  readonly mail: MailSender;
  readonly clinic: { readonly name: string };
}

export type ResetOutcome = 'reset' | 'unchanged' | 'yourself';

/** Removes the second factor of a person who has lost it, ends their sessions and tells them by email. */
export function resetSecondFactor(
  context: WorkContext,
  reset: { personId: string; by: Actor; now: Date; mails: ResetMails },
): Promise<ResetOutcome> {
  const { personId, by, now, mails } = reset;
  return unitOfWork(context, async ({ tx, afterCommit }): Promise<ResetOutcome> => {
    const what = 'reset-second-factor';
    const on = isUuid(personId) ? await findPerson(tx, personId) : undefined;
    if (on?.id === by.personId) {
      await recordAudit(tx, { by, what, on, outcome: 'refused', detail: 'It was their own.', now });
      return 'yourself';
    }
    const isDone = on !== undefined && (await removeSecondFactor(tx, on.id));
    await recordAudit(tx, { by, what, on, outcome: isDone ? 'done' : 'unchanged', now });
    if (isDone) {
      const { mail, clinic } = mails;
      afterCommit(() => mail.send(changeMail('reset', { to: on.email, clinic })));
    }
    return isDone ? 'reset' : 'unchanged';
  });
}

/** The same by the operator's command, for the last admin. There is no actor for a line in the log. */
export function resetByOperator(db: Database, email: string): Promise<'reset' | 'unchanged' | 'nobody'> {
  return db.transaction(async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) return 'nobody';
    return (await removeSecondFactor(tx, person.id)) ? 'reset' : 'unchanged';
  });
}

async function removeSecondFactor(tx: Database, personId: string): Promise<boolean> {
  const isDone = await deleteSecondFactor(tx, personId);
  if (isDone) await endSessions(tx, { personId });
  return isDone;
}
