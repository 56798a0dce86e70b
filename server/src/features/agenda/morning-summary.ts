import { counted } from '@openhours/contract/counted.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import { agendaLink } from '../booking/index.ts';
import { findStaffRecipient } from '../identity/index.ts';
import { defineMessage, type Kind, listWanting, queueMessage } from '../messages/index.ts';
import { type ClinicClock, clinicDay, dateAt } from '../schedule/index.ts';
import { seenCalendar } from './rules.ts';
import { claimSummaryDay, listAgendaBookings } from './store.ts';

export const SUMMARY_JOB = 'morning-summary';

const FIRST_MINUTE = 7 * 60;
/** After that the morning is over. */
const LAST_MINUTE = 11 * 60;

/** At seven by the clinic's clock, queues the summary for everybody who wants it. Once a day: a row for the day decides. */
export function summaryJob(parts: { db: Database; clinic: ClinicClock; now: () => Date }): JobHandler {
  const { db, clinic, now: clock } = parts;
  return {
    name: SUMMARY_JOB,
    cron: '*/5 * * * *',
    work: async () => {
      const now = clock();
      const today = dateAt(now, clinic.timeZone);
      const { closingAt } = clinicDay(today, clinic.timeZone);
      const notAfter = new Date(closingAt(LAST_MINUTE));
      if (now.getTime() < closingAt(FIRST_MINUTE) || now > notAfter) return;
      await inTransaction(db, async (tx) => {
        if (!(await claimSummaryDay(tx, today))) return;
        for (const { personId } of await listWanting(tx, { topic: 'morning-summary', doctorIds: 'all' })) {
          await queueMessage(tx, { kind: 'staff-morning-summary', personId, about: { day: today }, notAfter, now });
        }
      });
    },
  };
}

interface Facts {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly appointments: readonly { startMinute: number; minutes: number; reference: string }[];
  /** Doctors see their own, the front desk and admins the number of all. */
  readonly seesAll: boolean;
}

/**
 * The appointments of today. A doctor gets their times with the references of the appointments; the agenda says the rest
 * to whoever signs in. Others get the number and the first and last time.
 */
export function summaryMessage({ publicUrl }: { publicUrl: string }): Kind {
  return defineMessage<Facts>({
    async find(db, { personId, about: { day = '' } }) {
      const person = await findStaffRecipient(db, { personId });
      if ('notSent' in person) return person;
      const seen = seenCalendar({ ...person, personId: person.id }, undefined);
      if (seen === 'not-found') return { notSent: 'The recipient has no agenda.' };
      const { calendarId } = seen;
      const appointments = await listAgendaBookings(db, { from: day, to: day, calendarId });
      if (appointments.length === 0) return { notSent: 'There are no appointments today.' };
      return { facts: { day, appointments, seesAll: calendarId === undefined } };
    },
    write({ day, appointments, seesAll }) {
      const [first] = appointments;
      const count = appointments.length;
      const said = `There ${count === 1 ? 'is' : 'are'} ${counted(count, 'appointment')} today`;
      return {
        subject: `${counted(count, 'appointment')} on ${mediumDateFromIso(day)}`,
        blocks: [
          { text: first === undefined ? `${said}.` : `${said}. The first is ${slotLabel(first)}.` },
          ...(seesAll
            ? []
            : [{ facts: appointments.map((one) => [slotLabel(one), `reference ${one.reference}`] as const) }]),
          { label: 'Open the agenda', link: agendaLink(publicUrl, { day }) },
        ],
      };
    },
    topicOf: () => 'morning-summary',
    sample: {
      day: '2031-03-14',
      seesAll: false,
      appointments: [
        { startMinute: 9 * 60, minutes: 30, reference: 'K7M2QX' },
        { startMinute: 10 * 60 + 30, minutes: 30, reference: 'B4RT9W' },
        { startMinute: 14 * 60, minutes: 60, reference: 'Z2XN6H' },
      ],
    },
  });
}
