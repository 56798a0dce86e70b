import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { type ErrorsFor, type Refused, refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import type { CancelBookings } from '../booking/index.ts';
import { countAdmins, type NewPasswords } from '../identity/index.ts';
import { changeRole, type Promotion, type RoleChanged } from './change-role.ts';
import { type DeletionAction, deletePerson, previewDeletion } from './delete-person.ts';
import { endSessionsOf } from './end-sessions.ts';
import { listedDoctor, listedPerson } from './presenter.ts';
import { createDoctorRecord, registerDoctor } from './register-doctor.ts';
import { countDoctors, countPeople, listDoctors, listPeople } from './store.ts';

type PromotionErrors = ErrorsFor<Refused<'EMAIL_UNCONFIRMED', { message: string }>>;

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

  const actOf = (context: CallContext) => ({ by: actorOf(context), now: context.now, cancelBookings });
  const promote =
    (what: Promotion) =>
    async ({ context, input, errors }: { context: CallContext; input: { id: string }; errors: PromotionErrors }) => {
      const outcome = await changeRole(context.db, { personId: input.id, what, ...actOf(context) });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return changed(outcome);
    };
  const remove = (context: CallContext, { id: personId, what }: { id: string; what: DeletionAction }) =>
    deletePerson(context.db, { personId, what, ...actOf(context) });

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

      makeAdmin: people.makeAdmin.handler(promote('make-admin')),
      removeAdmin: people.removeAdmin.handler(async ({ context, input, errors }) => {
        const change = { personId: input.id, what: 'remove-admin', ...actOf(context) } as const;
        const outcome = await changeRole(context.db, change);
        if (outcome.kind === 'refused') throw refusedError(outcome, errors);
        return changed(outcome);
      }),
      makeDoctor: people.makeDoctor.handler(promote('make-doctor')),
      removeDoctor: people.removeDoctor.handler(async ({ context, input }) => {
        const change = { personId: input.id, what: 'remove-doctor', ...actOf(context) } as const;
        const outcome = await changeRole(context.db, change);
        return { ...changed(outcome), cancelledBookings: outcome.kind === 'nobody' ? 0 : outcome.cancelledBookings };
      }),
      makeFrontDesk: people.makeFrontDesk.handler(promote('make-front-desk')),
      removeFrontDesk: people.removeFrontDesk.handler(async ({ context, input }) => {
        const change = { personId: input.id, what: 'remove-front-desk', ...actOf(context) } as const;
        return changed(await changeRole(context.db, change));
      }),

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

function changed({ kind }: RoleChanged) {
  return {
    acknowledged: true as const,
    matchedCount: kind === 'nobody' ? 0 : 1,
    modifiedCount: kind === 'done' ? 1 : 0,
  };
}

function deleted(outcome: { kind: 'nobody' } | { kind: 'deleted'; cancelledBookings: number }) {
  return {
    acknowledged: true as const,
    deletedCount: outcome.kind === 'deleted' ? 1 : 0,
    cancelledBookings: outcome.kind === 'deleted' ? outcome.cancelledBookings : 0,
  };
}
