import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { Button } from '../../ui/button.tsx';
import { ClosedParts, closedOfClinic } from './closed-parts.tsx';
import { dayState, nextFreeDays, type SpacesByDay } from './day-state.ts';
import { noFreeDayText, nothingFreeText } from './nothing-free-text.ts';

/** A day without free slots: shows the reason and links to the next free days. */
export function NothingFree({
  day,
  today,
  spaces,
  options,
  onChooseDay,
  onWait,
}: {
  day: string;
  today: string;
  /** Undefined while the free days load. */
  spaces: SpacesByDay | undefined;
  options: readonly AppointmentOption[];
  onChooseDay: (day: string) => void;
  /** Something can free up on this day. */
  onWait: () => void;
}) {
  const [next, ...later] = spaces ? nextFreeDays(day, spaces, 3) : [];
  return (
    <section className="grid gap-4 rounded-card border border-dashed border-line-strong p-5">
      <div>
        <h2 className="text-heading">{nothingFreeText(day, { today, spaces, options })}</h2>
        <ClosedParts day={day} parts={closedOfClinic(options)} className="mt-1" />
        {!next && <p className="mt-1 text-muted">{noFreeDayText({ spaces, options })}</p>}
      </div>
      {next && (
        <p className="flex flex-wrap gap-2">
          <Button onClick={() => onChooseDay(next)}>{`Next free day: ${mediumDateFromIso(next)}`}</Button>
          {later.map((free) => (
            <Button key={free} variant="secondary" onClick={() => onChooseDay(free)}>
              {mediumDateFromIso(free)}
            </Button>
          ))}
        </p>
      )}
      {dayState(day, { today, spaces }) === 'full' && (
        <Button variant="secondary" className="justify-self-start" onClick={onWait}>
          Tell me when something frees up
        </Button>
      )}
    </section>
  );
}
