import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { useSearchDraft } from '../../ui/use-search-draft.ts';
import { addDays } from './civil-date.ts';

/** Narrow enough for a line of its buttons on a phone, wide enough for its date. */
export const dayFieldLook = 'w-40 large-text:min-w-56! max-sm:[&_input]:px-2.5 sm:w-44';

/** Chooses a day, 'YYYY-MM-DD'. Its buttons turn by a day or a week. */
export function DayChooser({
  day,
  today,
  turnsBy = 'day',
  onChange,
  children,
}: {
  day: string;
  today: string;
  turnsBy?: 'day' | 'week';
  onChange: (day: string) => void;
  /** More fields in the same line. */
  children?: ReactNode;
}) {
  const draft = useSearchDraft({ value: day, search: day });
  const ask = (chosen: string): void => {
    draft.markSent(chosen);
    onChange(chosen);
  };
  // From the day that was chosen last, because the page shows it a moment later.
  const turn = (direction: 1 | -1): void => ask(addDays(draft.lastAsked, direction * (turnsBy === 'week' ? 7 : 1)));
  return (
    <div className="flex flex-wrap items-end gap-x-1.5 gap-y-4 sm:gap-x-2 print:hidden">
      <TurnButton label={`Previous ${turnsBy}`} onTurn={() => turn(-1)}>
        <ChevronLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      </TurnButton>
      <DayField label="Day" required className={dayFieldLook} day={day} onChange={ask} />
      <TurnButton label={`Next ${turnsBy}`} onTurn={() => turn(1)}>
        <ChevronRight className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      </TurnButton>
      <Button variant="quiet" size="small" className="px-2!" onClick={() => ask(today)}>
        Today
      </Button>
      {children}
    </div>
  );
}

function TurnButton({ label, onTurn, children }: { label: string; onTurn: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" className="px-3!" aria-label={label} onClick={onTurn}>
      {children}
    </Button>
  );
}
