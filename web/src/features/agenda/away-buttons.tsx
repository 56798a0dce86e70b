import type { AgendaAbsence } from '@openhours/contract/agenda.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import type { AgendaColumn } from './agenda-table.tsx';
import { awayText } from './words.ts';

export type OnOpenAway = (absence: AgendaAbsence, column: number) => void;

/** Says when the doctor is away, and opens the dialog that ends it. */
export function AwayButtons({ column: { day }, at, onOpen }: { column: AgendaColumn; at: number; onOpen: OnOpenAway }) {
  return day.away.map((absence) => (
    <button
      key={absence._id}
      type="button"
      className="block py-1 text-start text-sm font-medium text-danger underline wrap-anywhere"
      onClick={() => onOpen(absence, at)}
    >
      {unbrokenTimes(awayText(absence))}
    </button>
  ));
}
