import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addDays, realDay } from '../schedule/civil-date.ts';

/** Chooses a day, 'YYYY-MM-DD'. */
export function DayChooser({
  day,
  today,
  onChange,
  children,
}: {
  day: string;
  today: string;
  onChange: (day: string) => void;
  /** More fields in the same line. */
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-end gap-x-1.5 gap-y-4 sm:gap-x-2 print:hidden">
      <TurnButton label="Previous day" onTurn={() => onChange(addDays(day, -1))}>
        <ChevronLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      </TurnButton>
      <TextField
        label="Day"
        type="date"
        required
        className="w-40 sm:w-44"
        value={day}
        onChange={({ target }) => {
          const chosen = realDay(target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      />
      <TurnButton label="Next day" onTurn={() => onChange(addDays(day, 1))}>
        <ChevronRight className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      </TurnButton>
      <Button variant="quiet" size="small" className="px-2!" onClick={() => onChange(today)}>
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
