import type { DayAvailability, OptionAvailability } from '@openhours/contract/availability.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useId, useState } from 'react';
import { priceText } from '../../clinic/price.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ClosedParts } from '../schedule/closed-parts.tsx';
import { OptionAvatar } from '../schedule/option-avatar.tsx';
import { slotStart } from '../schedule/slot-start.ts';
import { whyNoTimes } from '../schedule/why-no-times.ts';
import { dayTexts, longDay } from './week.ts';

/** Times per day that are shown before 'more' is pressed. They fill one row, or two below 400 px. */
const firstShown = 4;
/** Where days are columns. On smaller windows they are rows: only those with free times, the first of them before 'more' is pressed. */
const hasColumns = '(min-width: 64rem)';
const firstRows = 2;

/** An option: doctor and treatment on the left, a week of free times on the right. */
export function OptionWeek({ option, showsDoctor }: { option: OptionAvailability; showsDoctor: boolean }) {
  const { treatment, doctor, days, nextFree, minutes } = option;
  const id = useId();
  const [isLong, setIsLong] = useState(false);
  const isWide = useMediaQuery(hasColumns);
  const freeDays = days.filter(({ status }) => status === 'free');
  const shownDays = isWide ? days : freeDays.slice(0, isLong ? undefined : firstRows);
  const isCut = (!isWide && freeDays.length > firstRows) || days.some(({ slots }) => slots.length > firstShown);
  return (
    <article
      aria-labelledby={`${id}-who ${id}-what`}
      className="grid gap-5 rounded-card border border-line bg-surface p-4.5 shadow-card lg:grid-cols-[15rem_minmax(0,1fr)] lg:p-6"
    >
      <div className="flex items-start gap-3.5 large-text:flex-wrap">
        {showsDoctor && <OptionAvatar option={{ doctorName: doctor?.name, doctorPhoto: doctor?.photoURL }} />}
        <div className="min-w-0">
          {showsDoctor && (
            <p id={`${id}-who`} className="font-semibold">
              {doctor?.slug === undefined ? (
                nameOf(doctor)
              ) : (
                <TextLink href={href.doctor(doctor.slug)}>{nameOf(doctor)}</TextLink>
              )}
            </p>
          )}
          <h2
            id={`${id}-what`}
            aria-labelledby={`${id}-what ${id}-who`}
            className={showsDoctor ? 'text-base font-medium' : 'text-lg'}
          >
            {treatment}
          </h2>
          <p className="mt-1 text-[0.9375rem] text-muted">
            {minutes} minutes · {priceText(option)}
          </p>
        </div>
      </div>

      {freeDays.length === 0 ? (
        <NothingThisWeek option={option} describedBy={`${id}-who ${id}-what`} />
      ) : (
        <div className="min-w-0">
          <ol className="grid gap-4 lg:grid-cols-7 lg:gap-1.5">
            {shownDays.map((day) => (
              <Day
                key={day.date}
                day={day}
                optionId={option.optionId}
                describedBy={`${id}-who ${id}-what`}
                isLong={isLong}
              />
            ))}
          </ol>
          {isCut && (
            <Button
              variant="quiet"
              size="small"
              className="mt-2 w-full"
              aria-expanded={isLong}
              aria-describedby={`${id}-who ${id}-what`}
              onClick={() => setIsLong(!isLong)}
            >
              {isLong ? 'Show fewer times' : 'Show more times'}
            </Button>
          )}
          {nextFree === null && <p className="sr-only">No later times are open yet.</p>}
        </div>
      )}
    </article>
  );
}

function Day({
  day,
  optionId,
  describedBy,
  isLong,
}: {
  day: DayAvailability;
  optionId: string;
  describedBy: string;
  isLong: boolean;
}) {
  const { weekday, day: date } = dayTexts(day.date);
  const long = longDay(day.date, useClinicToday());
  const shown = isLong ? day.slots : day.slots.slice(0, firstShown);
  const reason = whyNoTimes(day);
  return (
    <li className="min-w-0">
      <p className="flex gap-1.5 pb-2 text-sm lg:block lg:text-center">
        <span className="font-semibold lg:block">{weekday}</span>
        <span className="text-muted">{date}</span>
      </p>
      {reason ? (
        <p dir="auto" className="rounded-control bg-sunken px-1 py-3 text-center text-sm wrap-anywhere text-muted">
          {reason}
        </p>
      ) : (
        <ul
          aria-label={long}
          className="grid grid-cols-2 gap-2 large-text:grid-cols-1 min-[25rem]:grid-cols-4 lg:grid-cols-1 lg:gap-1.5"
        >
          {shown.map(({ slot }) => (
            <li key={slot}>
              <Anchor
                href={href.bookAppointment({ day: day.date, option: optionId, slot })}
                aria-label={`${slot}, ${long}`}
                aria-describedby={describedBy}
                className={buttonLook({
                  variant: 'secondary',
                  size: 'small',
                  className: 'w-full px-0.5! font-medium! tabular-nums',
                })}
              >
                {slotStart(slot)}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      {day.status !== 'closed' && (
        <ClosedParts day={day.date} parts={day.closed ?? []} className="mt-2 lg:text-center" />
      )}
    </li>
  );
}

/** A link to the next free time of an option that has none in this week. */
function NothingThisWeek({ option, describedBy }: { option: OptionAvailability; describedBy: string }) {
  const { nextFree } = option;
  const today = useClinicToday();
  return (
    <div className="grid content-center justify-items-start gap-3 rounded-control bg-sunken p-4 sm:justify-items-center">
      <p className="text-muted">
        {nextFree ? 'No free times on these days.' : 'Nothing can be booked here at the moment.'}
      </p>
      {nextFree && (
        <Anchor
          href={href.bookAppointment({ day: nextFree.date, option: option.optionId, slot: nextFree.slot })}
          aria-describedby={describedBy}
          className={buttonLook({ variant: 'secondary' })}
        >
          Next free: {longDay(nextFree.date, today)}, {slotStart(nextFree.slot)}
        </Anchor>
      )}
    </div>
  );
}

function nameOf(doctor: OptionAvailability['doctor']): string {
  return doctor ? titledName(doctor.name) : 'The doctor on duty';
}
