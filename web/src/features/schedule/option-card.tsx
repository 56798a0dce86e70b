import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { memo, useId, useState } from 'react';
import { priceText } from '../../clinic/price.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { ClosedParts } from './closed-parts.tsx';
import { OptionAvatar } from './option-avatar.tsx';
import { slotStart } from './slot-start.ts';
import type { ShownSlot } from './steady-slots.ts';

/** The number of slots on a card before 'more' is pressed. With that button they fill two rows. */
const firstShown = 4;

/**
 * An option with free slots, as a card. Its buttons have their slot in `data-slot`, which the list reads. Each card
 * costs a frame on a slow phone, so it has few elements and renders again only when its own slots change.
 */
export const OptionCard = memo(function OptionCard({
  option,
  day,
  slots,
}: {
  option: AppointmentOption;
  /** 'YYYY-MM-DD' */
  day: string;
  slots: readonly ShownSlot[];
}) {
  const id = useId();
  const whose = `${id}-treatment ${id}-doctor`;
  const [first] = option.slots;
  return (
    <article
      aria-labelledby={whose}
      className="flex h-full flex-col gap-3.5 rounded-card border border-line bg-surface p-4.5 shadow-card"
    >
      <div className="flex items-center gap-3.5 large-text:flex-wrap">
        <OptionAvatar option={option} />
        <div className="min-w-0">
          <h2 id={`${id}-treatment`} aria-labelledby={whose} className="text-lg leading-snug hyphens-auto">
            {option.name}
          </h2>
          <p id={`${id}-doctor`} className="text-[0.9375rem] text-muted">
            {doctorText(option)}
          </p>
        </div>
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm font-medium">
        {first === undefined && <span className="text-muted">Try Another day</span>}
        <span className={first === undefined ? 'text-muted' : 'text-pine'}>{spacesText(option.slots.length)}</span>
        <span>{`Price: ${priceText(option)}`}</span>
      </p>
      {option.closed && <ClosedParts day={day} parts={option.closed.filter(({ whose }) => whose === 'doctor')} />}
      <Slots slots={slots} describedBy={whose} />
      <button
        type="button"
        disabled={first === undefined}
        data-slot={first}
        aria-describedby={whose}
        className={buttonLook({ className: 'mt-auto w-full px-2!' })}
      >
        Book Appointment
      </button>
    </article>
  );
});

/** The first slot in full; of the others, which have the same length, only the start. */
function Slots({ slots, describedBy }: { slots: readonly ShownSlot[]; describedBy: string }) {
  const [all, setAll] = useState(false);
  const isCut = slots.length > firstShown + 1;
  const hidden = slots.length - firstShown;
  return (
    <div role="group" aria-label="Free times" className="grid grid-cols-3 gap-2 min-[72rem]:grid-cols-2">
      {(isCut && !all ? slots.slice(0, firstShown) : slots).map(({ slot, free }, index) => (
        <button
          key={slot}
          type="button"
          data-slot={free ? slot : undefined}
          aria-label={free ? slot : `${slot}, just taken`}
          aria-describedby={describedBy}
          // Not `disabled`, so that it can keep the focus.
          aria-disabled={!free || undefined}
          className={index === 0 ? 'slot-button col-span-2 min-[72rem]:col-span-full' : 'slot-button'}
        >
          {index === 0 ? slot : slotStart(slot)}
        </button>
      ))}
      {isCut && (
        <button
          type="button"
          aria-expanded={all}
          aria-describedby={describedBy}
          onClick={() => setAll(!all)}
          className="min-h-11 rounded-control text-sm font-semibold text-pine hover:bg-pine-soft"
        >
          {all ? 'Show fewer' : `${hidden} more`}
        </button>
      )}
    </div>
  );
}

export function doctorText({ doctorName }: Pick<AppointmentOption, 'doctorName'>): string {
  return doctorName ? titledName(doctorName) : 'With the doctor on duty';
}

export function spacesText(count: number): string {
  return `${count} ${count === 1 ? 'space' : 'spaces'} available`;
}
