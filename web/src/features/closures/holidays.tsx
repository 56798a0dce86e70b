import type { Closure } from '@openhours/contract/closures.ts';
import { counted } from '@openhours/contract/counted.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { type Holiday, isClosedOn, oneHolidayADay } from './closing-days.ts';

type Asked = { country?: string; state?: string; year: number };

/**
 * Closes the whole clinic on chosen public holidays of a country. None is chosen by default. A holiday with booked
 * appointments stays open: the form for closing days asks whether to keep or cancel each appointment.
 */
export function Holidays({
  closures,
  onDecide,
}: {
  closures: readonly Closure[];
  /** Called to open the form for a holiday with booked appointments. */
  onDecide: (holiday: Holiday) => void;
}) {
  const today = useClinicToday();
  const thisYear = Number(today.slice(0, 4));
  const [asked, setAsked] = useState<Asked>({ year: thisYear });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const holidays = useQuery(
    api.closures.holidays.queryOptions({
      input: asked,
      placeholderData: keepPreviousData,
    }),
  );
  const close = useMutation({
    mutationFn: async (days: readonly Holiday[]) => {
      const booked: Holiday[] = [];
      for (const { date, name } of days) {
        try {
          await client.closures.create({ from: date, to: date, reason: name });
        } catch (error) {
          const { code } = readFailure(error);
          if (code === 'STRANDS_BOOKINGS') booked.push({ date, name });
          else if (code !== 'ALREADY_CLOSED') throw error;
        }
      }
      return { booked, closed: days.length - booked.length };
    },
    onSuccess: () => setChosen([]),
    meta: { refetches: [api.closures, api.schedule, api.availability, api.audit] },
  });
  const ask = (next: Asked) => {
    setAsked(next);
    setChosen([]);
    close.reset();
  };
  const { data } = holidays;
  const coming = oneHolidayADay(data?.holidays.filter(({ date }) => date >= today) ?? []);
  return (
    <TitledCard
      title="Public holidays"
      lead="Choose those on which the whole clinic is closed. Nothing is closed until you press the button."
    >
      <HolidayFilter asked={asked} known={data} thisYear={thisYear} onAsk={ask} />
      {holidays.isError ? (
        <LoadError query={holidays} message="We could not load the public holidays." />
      ) : !data || holidays.isPlaceholderData ? (
        <Skeleton className="h-44" />
      ) : data.country === null ? null : coming.length === 0 ? (
        <p className="text-muted">No more public holidays in {asked.year}.</p>
      ) : (
        <>
          <HolidayList holidays={coming} closures={closures} chosen={chosen} onChoose={setChosen} />
          <Button
            variant="secondary"
            className="justify-self-start"
            aria-disabled={chosen.length === 0}
            busy={close.isPending}
            onClick={() => chosen.length > 0 && close.mutate(coming.filter(({ date }) => chosen.includes(date)))}
          >
            {chosen.length > 1 ? `Close on ${chosen.length} days` : 'Close on this day'}
          </Button>
        </>
      )}
      <div role="status" className="grid gap-3 empty:sr-only">
        {close.data && close.data.closed > 0 && <p>{`${counted(close.data.closed, 'day is', 'days are')} closed.`}</p>}
        {close.data?.booked.map((holiday) => (
          <p key={holiday.date} className="flex flex-wrap items-center gap-3">
            <span>
              {holiday.name}, <time className="whitespace-nowrap">{mediumDateFromIso(holiday.date)}</time>: appointments
              are booked.
            </span>
            <Button variant="secondary" size="small" onClick={() => onDecide(holiday)}>
              Decide what happens to them
            </Button>
          </p>
        ))}
      </div>
      <div role="alert" className="empty:hidden">
        {close.error && <FormErrorText message={failureMessage(close.error)} />}
      </div>
    </TitledCard>
  );
}

/** The country, region and year whose holidays are listed. */
function HolidayFilter({
  asked,
  known,
  thisYear,
  onAsk,
}: {
  asked: Asked;
  /** The countries, and the regions of the chosen one, once they are loaded. */
  known: Awaited<ReturnType<typeof client.closures.holidays>> | undefined;
  thisYear: number;
  onAsk: (next: Asked) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Country"
        value={asked.country ?? known?.country ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onAsk({ year: asked.year, ...(value !== '' && { country: value }) })
        }
      >
        <option value="">Choose a country</option>
        <Options of={known?.countries.map(({ code, name }) => [code, name])} />
      </SelectField>
      {known && known.states.length > 0 && (
        <SelectField
          label="Region"
          value={asked.state ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { state: _, ...rest } = asked;
            onAsk(value === '' ? rest : { ...rest, state: value });
          }}
        >
          <option value="">Whole country</option>
          <Options of={known.states.map(({ code, name }) => [code, name])} />
        </SelectField>
      )}
      <SelectField
        label="Year"
        value={asked.year}
        onChange={({ currentTarget }) => onAsk({ ...asked, year: Number(currentTarget.value) })}
      >
        {[thisYear, thisYear + 1, thisYear + 2].map((year) => (
          <option key={year}>{year}</option>
        ))}
      </SelectField>
    </div>
  );
}

function HolidayList({
  holidays,
  closures,
  chosen,
  onChoose,
}: {
  holidays: readonly Holiday[];
  closures: readonly Closure[];
  chosen: readonly string[];
  onChoose: (dates: readonly string[]) => void;
}) {
  return (
    <ul className="grid gap-x-6 sm:grid-cols-2">
      {holidays.map(({ date, name }) => {
        const isClosed = isClosedOn(date, closures);
        return (
          <li key={date}>
            <Checkbox
              disabled={isClosed}
              checked={isClosed || chosen.includes(date)}
              onChange={({ currentTarget }) =>
                onChoose(currentTarget.checked ? [...chosen, date] : chosen.filter((one) => one !== date))
              }
            >
              <span className="min-w-0">
                <span dir="auto">{name}</span>{' '}
                <span className="text-muted">
                  <time className="whitespace-nowrap">{mediumDateFromIso(date)}</time>
                  {isClosed && ', closed already'}
                </span>
              </span>
            </Checkbox>
          </li>
        );
      })}
    </ul>
  );
}
