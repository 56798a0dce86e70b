import type { AgendaColumn } from './agenda-table.tsx';
import { awayText } from './words.ts';

/** Says that the doctor is away, and opens the dialog that ends it. */
export function AwayButton({
  column: { day },
  at,
  onOpen,
}: {
  column: AgendaColumn;
  at: number;
  onOpen: (column: number) => void;
}) {
  if (!day.away) return null;
  return (
    <button
      type="button"
      className="py-1 text-start text-sm font-medium text-danger underline wrap-anywhere"
      onClick={() => onOpen(at)}
    >
      {awayText(day.away)}
    </button>
  );
}
