import { daysBetween, type OpenOption, type Slot, type Span } from '../schedule/index.ts';
import { offerUntil, takeBy } from './offer-time.ts';
import { type BusyPatient, type Candidate, fits, inOrder } from './rules.ts';

/** An offer to make. */
export interface PlannedOffer {
  readonly candidate: Candidate;
  readonly option: OpenOption;
  readonly day: string;
  readonly slot: Slot;
  readonly until: Date;
}

export interface PlanQuestion {
  readonly candidates: readonly Candidate[];
  /** The open options of their treatments. */
  readonly options: readonly OpenOption[];
  /** The days on which to look, 'YYYY-MM-DD', both included. All can be booked. */
  readonly first: string;
  readonly last: string;
  /** The slots of an option on a day that are free, apart from what this plan gives away. */
  readonly freeSlots: (option: OpenOption, day: string) => readonly Slot[];
  /** When the people treated are busy, by their id. */
  readonly busy: ReadonlyMap<string, readonly BusyPatient[]>;
  readonly leastNoticeMinutes: number;
  /** The clinic's time for offers by day. */
  readonly offerMinutes: number;
  readonly timeZone: string;
  readonly now: Date;
  /** How many offers to plan at most. */
  readonly most: number;
}

/**
 * Whom to offer what: in order, each person the first slot that fits them. So every slot goes to the first person whom it
 * fits and who is offered nothing better. Pure, apart from `freeSlots`.
 */
export function planOffers(question: PlanQuestion): readonly PlannedOffer[] {
  const { candidates, busy, most } = question;
  const days = daysBetween(question.first, question.last);
  const slotsOn = slotsByDay(question);
  const given = new Map<string, Span[]>();
  const busyNow = new Map<string, readonly BusyPatient[]>(busy);
  const planned: PlannedOffer[] = [];
  for (const candidate of inOrder(candidates)) {
    if (planned.length === most) break;
    const theirs = busyNow.get(candidate.treatedId) ?? [];
    const offer = firstFitting(question, { candidate, days, slotsOn, busy: theirs, given });
    if (!offer) continue;
    planned.push(offer);
    const { option, day, slot } = offer;
    const key = calendarDay(option.calendarId, day);
    given.set(key, [...(given.get(key) ?? []), { from: slot.from, to: slot.busyUntil }]);
    const nowBusy = { kind: 'offer', treatmentId: option.treatmentId, day, from: slot.from, to: slot.to } as const;
    busyNow.set(candidate.treatedId, [...theirs, nowBusy]);
  }
  return planned;
}

type SlotsOn = (wanted: Pick<Candidate, 'treatmentId' | 'optionId'>, day: string) => readonly OfferedSlot[];
type OfferedSlot = Pick<PlannedOffer, 'option' | 'day' | 'slot'>;

/** The free slots of a treatment, or of one option, on a day, in order. Computed once, however many people wait for them. */
function slotsByDay({ options, freeSlots }: PlanQuestion): SlotsOn {
  const optionsOf = Map.groupBy(options, ({ treatmentId }) => treatmentId);
  const sorted = new Map<string, readonly OfferedSlot[]>();
  return ({ treatmentId, optionId: only }, day) => {
    const key = `${day} ${treatmentId} ${only}`;
    const known = sorted.get(key);
    if (known) return known;
    const slots = (optionsOf.get(treatmentId) ?? [])
      .filter(({ optionId }) => (only ?? optionId) === optionId)
      .flatMap((option) => freeSlots(option, day).map((slot) => ({ option, day, slot })))
      .toSorted((a, b) => a.slot.from - b.slot.from);
    sorted.set(key, slots);
    return slots;
  };
}

function firstFitting(
  question: PlanQuestion,
  of: {
    candidate: Candidate;
    days: readonly string[];
    slotsOn: SlotsOn;
    busy: readonly BusyPatient[];
    given: ReadonlyMap<string, readonly Span[]>;
  },
): PlannedOffer | undefined {
  const { candidate, days, slotsOn, busy, given } = of;
  const { timeZone, now, leastNoticeMinutes, offerMinutes } = question;
  for (const day of days) {
    if (day < candidate.firstDay || day > candidate.lastDay) continue;
    for (const offered of slotsOn(candidate, day)) {
      const { option, slot } = offered;
      if (!fits(candidate, offered, busy)) continue;
      const isGiven = given
        .get(calendarDay(option.calendarId, day))
        ?.some((span) => slot.from < span.to && span.from < slot.busyUntil);
      if (isGiven) continue;
      const until = offerUntil({
        now,
        offerMinutes,
        timeZone,
        takeBy: takeBy(slot, { leastNoticeMinutes, moves: candidate.moves }),
      });
      if (until) return { candidate, ...offered, until };
    }
  }
  return undefined;
}

function calendarDay(calendarId: string, day: string): string {
  return `${calendarId} ${day}`;
}
