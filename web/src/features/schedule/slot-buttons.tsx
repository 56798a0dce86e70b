import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { ShownSlot } from './steady-slots.ts';

const firstShown = 6;

/** The free slots of an option, each a way to book it at once; a long list is cut until somebody asks for all. */
export function SlotButtons({
  slots,
  describedBy,
  onPick,
}: {
  slots: readonly ShownSlot[];
  /** Ids of what says whose slots these are. */
  describedBy: string;
  onPick: (slot: string) => void;
}) {
  const [all, setAll] = useState(false);
  const listId = useId();
  const isCut = slots.length > firstShown + 1;
  const shown = isCut && !all ? slots.slice(0, firstShown) : slots;
  return (
    <div>
      <ul id={listId} aria-label="Free times" className="grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
        {shown.map(({ slot, free }) => (
          <li key={slot}>
            <Button
              variant="secondary"
              size="small"
              className={classNames(
                'w-full px-1! font-medium! tabular-nums',
                !free && 'cursor-not-allowed! border-line! bg-sunken! text-faint! line-through',
              )}
              aria-label={free ? slot : `${slot}, just taken`}
              aria-describedby={describedBy}
              // Not `disabled`: whoever has the focus on it keeps it.
              aria-disabled={!free || undefined}
              onClick={() => free && onPick(slot)}
            >
              {startOf(slot)}
            </Button>
          </li>
        ))}
      </ul>
      {isCut && (
        <Button
          variant="quiet"
          size="small"
          className="mt-1 w-full"
          aria-expanded={all}
          aria-controls={listId}
          aria-describedby={describedBy}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show all ${slots.length}`}
        </Button>
      )}
    </div>
  );
}

/** The part of a slot's label that is seen on its button: all of them are equally long, only the start differs. */
function startOf(slot: string): string {
  return slot.replace(/ - .*$/, '');
}
