import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import type { CancelBookings } from '../booking/index.ts';
import { countAdmins, type NewPasswords } from '../identity/index.ts';
import { changeRole, type RoleAction } from './change-role.ts';
import { type DeletionAction, deletePerson, previewDeletion } from './delete-person.ts';
import { endSessionsOf } from './end-sessions.ts';
import { listedDoctor, listedPerson } from './presenter.ts';
import { createDoctorRecord, registerDoctor } from './register-doctor.ts';
import { countDoctors, countPeople, listDoctors, listPeople } from './store.ts';

/** The calls of `contract/people.ts` and `contract/doctors.ts`. */
export function peopleApi({
  cancelBookings,
  newPasswords,
}: {
  cancelBookings: CancelBookings;
  newPasswords: NewPasswords;
}) {
  const people = implement(contract.people).$context<CallContext>();
  const doctors = implement(contract.doctors).$context<CallContext>();

  const change = async (context: CallContext, { id: personId, what }: { id: string; what: RoleAction }) => {
    const { db, now } = context;
    return changeRole(db, { personId, what, by: actorOf(context), now, cancelBookings });
  };
  const remove = async (context: CallContext, { id: personId, what }: { id: string; what: DeletionAction }) => {
    const { db, now } = context;
    return deletePerson(db, { personId, what, by: actorOf(context), now, cancelBookings });
  };

  return {
    people: {
      list: people.list.handler(async ({ context, input: { cursor, ...page } }) => {
        const rows = await listPeople(context.db, { ...page, after: cursor });
        const viewer = await onlookerOf(context);
        return rows.map((person) => listedPerson(person, viewer));
      }),
      count: people.count.handler(async ({ context, input }) => ({
        count: await countPeople(context.db, input.search),
      })),

      createRecord: people.createRecord.handler(async ({ context, input, errors }) => {
        const { email, personId, isAdmin } = callerOf(context);
        if (isAdmin && input.role === 'doctor') {
          const { name, specialty, photoURL } = input;
          const doctor = { name, email: input.email, specialty, photo: photoURL || undefined };
          const outcome = await createDoctorRecord(context.db, { doctor, by: actorOf(context), now: context.now });
          if (outcome.kind === 'registered') return { acknowledged: true, insertedId: outcome.personId };
          throw refusedError(outcome, errors);
        }
        if (input.email !== email) throw errors.NOT_YOU();
        return { acknowledged: true, insertedId: personId };
      }),

      makeAdmin: people.makeAdmin.handler(async ({ context, input, errors }) => {
        const outcome = await change(context, { id: input.id, what: 'make-admin' });
        if (outcome.kind === 'refused') throw errors.EMAIL_UNCONFIRMED({ message: outcome.message });
        return changed(outcome);
      }),
      removeAdmin: people.removeAdmin.handler(async ({ context, input, errors }) => {
        const outcome = await change(context, { id: input.id, what: 'remove-admin' });
        if (outcome.kind === 'refused') throw errors.LAST_ADMIN({ message: outcome.message });
        return changed(outcome);
      }),
      makeDoctor: people.makeDoctor.handler(async ({ context, input, errors }) => {
        const outcome = await change(context, { id: input.id, what: 'make-doctor' });
        if (outcome.kind === 'refused') throw errors.EMAIL_UNCONFIRMED({ message: outcome.message });
        return changed(outcome);
      }),
      removeDoctor: people.removeDoctor.handler(async ({ context, input }) => {
        const outcome = await change(context, { id: input.id, what: 'remove-doctor' });
        return { ...changed(outcome), cancelledBookings: cancelledIn(outcome) };
      }),
      makeFrontDesk: people.makeFrontDesk.handler(async ({ context, input, errors }) => {
        const outcome = await change(context, { id: input.id, what: 'make-front-desk' });
        if (outcome.kind === 'refused') throw errors.EMAIL_UNCONFIRMED({ message: outcome.message });
        return changed(outcome);
      }),
      removeFrontDesk: people.removeFrontDesk.handler(async ({ context, input }) =>
        changed(await change(context, { id: input.id, what: 'remove-front-desk' })),
      ),

      endSessions: people.endSessions.handler(async ({ context, input, errors }) => {
        const by = actorOf(context);
        const outcome = await endSessionsOf(context.db, { personId: input.id, by, now: context.now });
        if (outcome.kind === 'refused') throw refusedError(outcome, errors);
        return { acknowledged: true, deletedCount: outcome.count };
      }),

      deletion: people.deletion.handler(async ({ context, input, errors }) => {
        const { db, now } = context;
        const by = callerOf(context);
        const preview = await previewDeletion(db, { personId: input.id, what: 'delete-user', by, now });
        if (!preview) throw errors.NOT_FOUND();
        return preview;
      }),
      delete: people.delete.handler(async ({ context, input, errors }) => {
        const outcome = await remove(context, { id: input.id, what: 'delete-user' });
        if (outcome.kind === 'refused') throw refusedError(outcome, errors);
        return deleted(outcome);
      }),
    },

    doctors: {
      list: doctors.list.handler(async ({ context, input: { cursor, ...page } }) => {
        const rows = await listDoctors(context.db, { ...page, after: cursor });
        const viewer = await onlookerOf(context);
        return rows.map((row) => listedDoctor(row, viewer));
      }),
      count: doctors.count.handler(async ({ context, input }) => ({
        count: await countDoctors(context.db, input.search),
      })),
      register: doctors.register.handler(async ({ context, input, errors }) => {
        const { name, email, specialty, photoURL, password } = input;
        const doctor = { name, email, specialty, photo: photoURL };
        const by = actorOf(context);
        const outcome = await registerDoctor(context.db, { doctor, password, newPasswords, by, now: context.now });
        if (outcome.kind === 'refused') throw refusedError(outcome, errors);
        return { acknowledged: true, insertedId: outcome.personId, optionId: outcome.optionId };
      }),
      delete: doctors.delete.handler(async ({ context, input, errors }) => {
        const outcome = await remove(context, { id: input.id, what: 'delete-doctor' });
        if (outcome.kind === 'refused') throw refusedError(outcome, errors);
        return deleted(outcome);
      }),
    },
  };
}

async function onlookerOf(context: CallContext) {
  return { callerId: callerOf(context).personId, admins: await countAdmins(context.db) };
}

function changed({ kind }: { kind: string }) {
  return {
    acknowledged: true as const,
    matchedCount: kind === 'nobody' ? 0 : 1,
    modifiedCount: kind === 'done' ? 1 : 0,
  };
}

function cancelledIn(outcome: object | { cancelledBookings: number }): number {
  return 'cancelledBookings' in outcome ? outcome.cancelledBookings : 0;
}

function deleted(outcome: { kind: 'nobody' } | { kind: 'deleted'; cancelledBookings: number }) {
  return {
    acknowledged: true as const,
    deletedCount: outcome.kind === 'deleted' ? 1 : 0,
    cancelledBookings: cancelledIn(outcome),
  };
}
