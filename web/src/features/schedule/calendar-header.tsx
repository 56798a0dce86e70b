import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';

/** The calendar's title, and buttons to the previous and next week or month. */
export function CalendarHeader({
  name,
  unit,
  onPrevious,
  onNext,
  fold,
}: {
  name: string;
  unit: 'Week' | 'Month';
  /** Undefined if nothing can be booked in that direction. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Set if the calendar can show a single week. */
  fold: { isStrip: boolean; onToggle: () => void } | undefined;
}) {
  return (
    <div role="group" aria-label={unit} className="flex min-h-11 items-center justify-between large-text:flex-wrap">
      <TurnButton label={`Go to the Previous ${unit}`} onTurn={onPrevious}>
        <ChevronLeft className="size-5 rtl:rotate-180" aria-hidden="true" />
      </TurnButton>
      <p
        role="status"
        className={fold ? 'sr-only' : 'font-semibold large-text:order-first large-text:w-full large-text:text-center'}
      >
        {name}
      </p>
      {fold && (
        <button
          type="button"
          aria-expanded={!fold.isStrip}
          onClick={fold.onToggle}
          className="group flex h-11 items-center gap-1.5 rounded-control px-3 font-semibold large-text:order-first large-text:w-full large-text:justify-center hover:bg-sunken"
        >
          {name}
          <span className="sr-only">, show the month</span>
          <ChevronDown className="size-4 text-muted group-aria-expanded:rotate-180" aria-hidden="true" />
        </button>
      )}
      <TurnButton label={`Go to the Next ${unit}`} onTurn={onNext}>
        <ChevronRight className="size-5 rtl:rotate-180" aria-hidden="true" />
      </TurnButton>
    </div>
  );
}

/** Stays visible at the ends of the calendar, so that it keeps the focus. */
function TurnButton({
  label,
  onTurn,
  children,
}: {
  label: string;
  onTurn: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!onTurn || undefined}
      tabIndex={onTurn ? undefined : -1}
      onClick={onTurn}
      className={
        'grid size-11 shrink-0 place-items-center rounded-control text-ink hover:bg-sunken ' +
        'aria-disabled:pointer-events-none aria-disabled:text-faint aria-disabled:opacity-40'
      }
    >
      {children}
    </button>
  );
}
