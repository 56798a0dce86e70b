import { counted } from '@openhours/contract/counted.ts';
import type { StrandedDecisions } from '@openhours/contract/hours.ts';
import { titledName } from '@openhours/contract/titled-name.ts';

/** The decisions about the appointments that a change strands. */
interface Settlement {
  readonly keep: readonly string[];
  readonly cancel: readonly string[];
  /** Appointments without a decision. While there are any, the change is refused. */
  readonly undecided: readonly string[];
}

/**
 * Which of the appointments that a change strands are kept, cancelled and undecided. Pure.
 *
 * @param stranded the ids of the appointments
 * @param decisions the caller's decisions; a single word decides about the appointments in `known`
 * @param known the ids when the request arrived; only used with a single word
 */
export function settle(
  stranded: readonly string[],
  { decisions = {}, known }: { decisions: StrandedDecisions | undefined; known: ReadonlySet<string> },
): Settlement {
  const decisionOn = (id: string) => {
    if (typeof decisions === 'string') return known.has(id) ? decisions : undefined;
    return Object.hasOwn(decisions, id) ? decisions[id] : undefined;
  };
  const those = (wanted: 'keep' | 'cancel' | undefined) => stranded.filter((id) => decisionOn(id) === wanted);
  return { keep: those('keep'), cancel: those('cancel'), undecided: those(undefined) };
}

/** The message of the refusal. */
export function strandsMessage(count: number): string {
  return count === 1
    ? '1 booked appointment no longer fits. Decide whether it stays or is cancelled.'
    : `${count} booked appointments no longer fit. Decide for each whether it stays or is cancelled.`;
}

/** The outcome for the appointments, for the audit log: '2 bookings kept, 1 cancelled.' */
export function settlementText({ kept, cancelled }: { kept: number; cancelled: number }): string {
  const parts = [
    ...(kept === 0 ? [] : [`${counted(kept, 'booking')} kept outside the hours`]),
    ...(cancelled === 0 ? [] : [`${counted(cancelled, 'booking')} cancelled`]),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** Why appointments were cancelled, for their patients. */
export const cancelReasons = {
  hoursChanged: (doctor: string) =>
    `${titledName(doctor)} is no longer there at that time. Please book another appointment.`,
  /** The clinic or the doctor. */
  hoursOfDateChanged: 'We are no longer there at that time. Please book another appointment.',
  clinicHoursChanged: 'The clinic is no longer open at that time. Please book another appointment.',
  doctorAway: (doctor: string, reason: string) =>
    `${titledName(doctor)} is not there at that time (${reason}). Please book another appointment.`,
  clinicClosed: (reason: string) => `The clinic is closed at that time (${reason}). Please book another appointment.`,
} as const;
