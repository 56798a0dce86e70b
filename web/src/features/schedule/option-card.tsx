import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { Clock, Stethoscope } from 'lucide-react';
import { useId, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { priceText } from './price-text.ts';
import { SlotButtons } from './slot-buttons.tsx';
import { steadySlots } from './steady-slots.ts';

type OptionCardProps = {
  option: AppointmentOption;
  /** Is told the slot that was picked: the first one if none was. */
  onBook: (slot: string) => void;
  /** Somebody is about to press something: nothing new is put in between. */
  hold: boolean;
};

/** What can be booked on a day, as a card. It follows what others book, and nothing in it moves. Needs a `key` for the day. */
export function OptionCard({ option, onBook, hold }: OptionCardProps) {
  const id = useId();
  const { name, price, slots, doctorName, doctorPhoto } = option;
  const [shown, setShown] = useState(() => steadySlots([], slots, { hold: false }));
  const steady = steadySlots(shown, slots, { hold });
  if (JSON.stringify(steady) !== JSON.stringify(shown)) setShown(steady);
  const [first] = slots;
  const isFree = first !== undefined;
  const whose = `${id}-treatment ${id}-doctor`;
  return (
    <article
      aria-labelledby={whose}
      className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-4.5 shadow-card"
    >
      <div className="flex items-center gap-3.5">
        {doctorName ? <Avatar name={doctorName} photoURL={doctorPhoto} /> : <OnDutyIcon />}
        <div className="min-w-0">
          <h2 id={`${id}-treatment`} className="text-lg leading-snug">
            {name}
          </h2>
          <p id={`${id}-doctor`} className="text-[0.9375rem] text-muted">
            {doctorName ? `Dr. ${doctorName}` : 'With the doctor on duty'}
          </p>
        </div>
      </div>

      <div className="grid gap-2">
        <p
          className={
            isFree
              ? 'flex items-center gap-1.5 text-[0.9375rem] font-semibold tabular-nums'
              : 'text-[0.9375rem] text-muted'
          }
        >
          {isFree && <Clock className="size-4 shrink-0 text-pine" aria-hidden="true" />}
          <span>{first ?? 'Try Another day'}</span>
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <Badge tone={isFree ? 'positive' : 'neutral'}>{spacesText(slots.length)}</Badge>
          <span className="font-medium">{`Price: ${priceText(price)}`}</span>
        </p>
      </div>

      {steady.length > 1 && <SlotButtons slots={steady} describedBy={whose} onPick={onBook} />}

      <Button
        className="mt-auto w-full px-2!"
        disabled={!isFree}
        aria-describedby={whose}
        onClick={() => first !== undefined && onBook(first)}
      >
        Book Appointment
      </Button>
    </article>
  );
}

function spacesText(count: number): string {
  return `${count} ${count === 1 ? 'space' : 'spaces'} available`;
}

function OnDutyIcon() {
  return (
    <span
      aria-hidden="true"
      className="grid size-14 shrink-0 place-items-center rounded-full bg-sunken text-muted select-none"
    >
      <Stethoscope className="size-6" strokeWidth={1.75} />
    </span>
  );
}
