import type { AuditAction } from '@openhours/contract/audit.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { Database } from '../../database/database.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow } from './booking-row.ts';

/**
 * Writes to the audit log what staff did with somebody's appointment or its money. Entries cannot be deleted, so `detail`
 * must not contain what staff typed: a reason may mention an illness.
 */
export function auditChange(
  tx: Database,
  booking: BookingRow,
  change: { by: Actor; what: AuditAction; detail: string; now: Date },
): Promise<void> {
  const { treatedId: id, patientName: name } = booking;
  return recordAudit(tx, { ...change, on: { id, name }, outcome: 'done' });
}

/** 'Cardiology with Dr. Dora Doctor on Jan 8, 2024, 7K3MQ2' */
export function appointmentWords({ treatmentName, doctorName, day, reference }: BookingRow): string {
  const withWhom = doctorName === null ? '' : ` with ${titledName(doctorName)}`;
  return `${treatmentName}${withWhom} on ${mediumDateFromIso(day)}, ${reference}`;
}
