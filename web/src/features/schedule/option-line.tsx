import type { DayAvailability, OptionAvailability } from '@openhours/contract/availability.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { memo, useId } from 'react';
import { useClinicMinute } from '../../clinic/clinic-minute.ts';
import { priceText } from '../../clinic/price.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { reasonBelowClosings } from './closed-parts.tsx';
import { OptionAvatar } from './option-avatar.tsx';
import { doctorText, spacesText } from './option-card.tsx';
import { canWait, whyNoTimes } from './why-no-times.ts';

/** An option without a free slot on this day, as one line. Its next free day is in `data-next-day`. */
export const OptionLine = memo(function OptionLine({
  option,
  availability,
}: {
  option: AppointmentOption;
  /** Undefined while it loads. */
  availability: OptionAvailability | undefined;
}) {
  const id = useId();
  const whose = `${id}-treatment ${id}-doctor`;
  const next = availability?.nextFree?.date;
  const [thisDay] = availability?.days ?? [];
  return (
    <article
      aria-labelledby={whose}
      className="flex flex-wrap items-center gap-x-3 gap-y-3 rounded-card border border-line px-4 py-3 text-[0.9375rem]"
    >
      <OptionAvatar option={option} size="small" />
      <div className="min-w-0 grow basis-32">
        <h2 id={`${id}-treatment`} aria-labelledby={whose} className="text-base leading-snug">
          {option.name}
        </h2>
        <p id={`${id}-doctor`} className="text-sm text-muted">
          {doctorText(option)}
        </p>
      </div>
      <p className="grow basis-48 text-sm text-muted">
        <strong className="font-semibold text-ink">Try Another day</strong>
        {thisDay && (thisDay.closed ? <ReasonOfClosedDay day={thisDay} /> : <Reason text={whyNoTimes(thisDay)} />)}
        <span className="block">
          <span>{spacesText(0)}</span>
          {' · '}
          <span>{`Price: ${priceText(option)}`}</span>
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {next !== undefined && (
          <button
            type="button"
            data-next-day={next}
            aria-describedby={whose}
            className={buttonLook({ variant: 'secondary', size: 'small', className: 'px-2.5!' })}
          >
            {`Next: ${mediumDateFromIso(next)}`}
          </button>
        )}
        {thisDay && canWait(thisDay.status) && (
          <button
            type="button"
            data-wait
            aria-describedby={whose}
            className={buttonLook({ variant: 'secondary', size: 'small', className: 'px-2.5!' })}
          >
            Tell me when something frees up
          </button>
        )}
        <button
          type="button"
          disabled
          aria-describedby={whose}
          className={buttonLook({ size: 'small', className: 'px-1.5!' })}
        >
          Book Appointment
        </button>
      </div>
    </article>
  );
});

/** Only lines with closed times watch the clock. */
function ReasonOfClosedDay({ day }: { day: DayAvailability }) {
  const now = { today: useClinicToday(), minute: useClinicMinute() };
  return <Reason text={reasonBelowClosings(day, now)} />;
}

function Reason({ text }: { text: string }) {
  return (
    text !== '' && (
      <>
        {' · '}
        <span dir="auto" className="wrap-anywhere">
          {text}
        </span>
      </>
    )
  );
}
