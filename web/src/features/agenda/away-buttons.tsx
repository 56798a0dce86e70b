import type { AgendaAbsence } from '@openhours/contract/agenda.ts';
import { clinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { classNames } from '../../ui/class-names.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import { hasEnded } from '../closures/closing-days.ts';
import type { AgendaColumn } from './agenda-table.tsx';
import { awayText } from './words.ts';

export type OnOpenAway = (absence: AgendaAbsence, column: number) => void;

/** Says when the doctor is away, and opens the dialog that ends it, unless it has ended. */
export function AwayButtons({ column: { day }, at, onOpen }: { column: AgendaColumn; at: number; onOpen: OnOpenAway }) {
  const now = { today: useClinicToday(), minute: clinicMinute() };
  return day.away.map((absence) => {
    const text = unbrokenTimes(awayText(absence));
    const look = 'block py-1 text-start text-sm font-medium text-danger wrap-anywhere';
    return hasEnded(absence, now) ? (
      <span key={absence._id} className={look}>
        {text}
      </span>
    ) : (
      <button
        key={absence._id}
        type="button"
        className={classNames(look, 'underline')}
        onClick={() => onOpen(absence, at)}
      >
        {text}
      </button>
    );
  });
}
