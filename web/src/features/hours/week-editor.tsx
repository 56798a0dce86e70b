import Coffee from 'lucide-react/icons/coffee';
import Copy from 'lucide-react/icons/copy';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useFocusNext } from '../../ui/use-focus-next.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { CopyDay } from './copy-day.tsx';
import { DayToolbar } from './day-toolbar.tsx';
import { newKey } from './new-key.ts';
import { StretchRows, type TreatmentChoice } from './stretch-row.tsx';
import {
  breakIn,
  copyDay,
  type DraftStretch,
  type Faults,
  type WeekDraft,
  weekdays,
  withBreak,
  withMoreHours,
} from './week-draft.ts';

/**
 * Edits the hours of a week, with any number of time ranges a day. `onChange` gets the new week and the name of the
 * field, so that `useUndo` undoes all characters typed into it together.
 */
export function WeekEditor({
  week,
  faults,
  showsFaults,
  treatments,
  closedText = 'Closed',
  onChange,
}: {
  week: WeekDraft;
  faults: Faults;
  /** Shows faults even while the user types in the field. True after an attempt to save. */
  showsFaults: boolean;
  /** The treatments that hours can be limited to. If omitted, hours cannot be limited. */
  treatments?: readonly TreatmentChoice[] | undefined;
  /** The text of a day without hours. */
  closedText?: string;
  onChange: (next: WeekDraft, part?: string) => void;
}) {
  const { root, focusNext } = useFocusNext<HTMLOListElement>();
  const [copied, setCopied] = useState<number>();
  // The tab order follows what is seen: the buttons are beside the times, or above them.
  const isWide = useMediaQuery('(width >= 48rem)');

  const setDay = (day: number, next: readonly DraftStretch[], part?: string) => onChange(week.with(day, next), part);
  const focusStretch = (key: string) => focusNext(`[data-stretch="${key}"] input`);
  const focusButton = (day: number, button: 'add' | 'copy') =>
    focusNext(`[data-day="${day}"] [data-button="${button}"]`);
  const addHours = (day: number) => {
    const key = newKey();
    focusStretch(key);
    setDay(day, withMoreHours(week[day] ?? [], key));
  };
  const addBreak = (day: number, at: number) => {
    const key = newKey();
    focusStretch(key);
    setDay(day, withBreak(week[day] ?? [], { at, key }));
  };
  const closeCopy = (day: number) => {
    focusButton(day, 'copy');
    setCopied(undefined);
  };

  return (
    <ol ref={root} className="divide-y divide-line">
      {weekdays.map((name, day) => {
        const stretches = week[day] ?? [];
        const longest = stretches.findLastIndex((stretch) => breakIn(stretch) !== undefined);
        const toolbar = (
          <DayToolbar
            label={`Change ${name}`}
            hasTexts={treatments === undefined}
            buttons={[
              {
                name: 'add',
                label: `Add hours on ${name}`,
                text: 'Hours',
                icon: Plus,
                onPress: () => addHours(day),
              },
              {
                name: 'break',
                label: `Add a break on ${name}`,
                text: 'Break',
                icon: Coffee,
                isOff: longest < 0,
                onPress: () => addBreak(day, longest),
              },
              {
                name: 'copy',
                label: `Copy ${name}`,
                text: 'Copy',
                icon: Copy,
                isOpen: copied === day,
                onPress: () => (copied === day ? closeCopy(day) : setCopied(day)),
              },
            ]}
          />
        );
        return (
          <li key={name} data-day={day} className="py-3 first:pt-0 last:pb-0">
            <div className="grid gap-x-4 gap-y-1 md:grid-cols-[6.5rem_minmax(0,1fr)_auto]">
              <div className="flex min-h-11 items-center justify-between large-text:flex-wrap md:self-start">
                <h3 className="text-base">{name}</h3>
                {!isWide && toolbar}
              </div>
              <div className="grid content-center gap-2">
                {stretches.length === 0 && <p className="text-muted">{closedText}</p>}
                <StretchRows
                  stretches={stretches}
                  name={name}
                  faults={faults}
                  showsFaults={showsFaults}
                  treatments={treatments}
                  onChange={(next, part) => setDay(day, next, part)}
                  beforeRemoval={() => focusButton(day, 'add')}
                />
              </div>
              {isWide && toolbar}
            </div>
            {copied === day && (
              <CopyDay
                from={day}
                onCancel={() => closeCopy(day)}
                onCopy={(to) => {
                  closeCopy(day);
                  onChange(copyDay(week, { from: day, to, newKey }));
                }}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}
