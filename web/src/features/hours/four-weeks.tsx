import type { DayAvailability, OptionAvailability } from '@openhours/contract/availability.ts';
import { counted } from '@openhours/contract/counted.ts';
import { useState } from 'react';
import { useClinicToday } from '../../clinic/zone.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { dayTexts, weekText } from '../doctors/week.ts';
import { ClosedParts } from '../schedule/closed-parts.tsx';
import { whyNoTimes } from '../schedule/why-no-times.ts';
import { freeRuns, slotStep } from './free-runs.ts';

/** Shows a doctor's free times in the next four weeks as patients will see them, one treatment at a time. */
export function FourWeeks({ options }: { options: readonly OptionAvailability[] }) {
  const [chosen, setChosen] = useState<string>();
  const today = useClinicToday();
  const option = options.find(({ optionId }) => optionId === chosen) ?? options[0];
  if (!option) {
    return (
      <p className="text-muted">Patients cannot book this doctor yet. Add a specialty under Manage Doctors first.</p>
    );
  }
  const { days } = option;
  const step = slotStep(days);
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <div className="grid gap-4">
      {options.length > 1 && (
        <SelectField
          label="Treatment"
          className="max-w-xs"
          value={option.optionId}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <Options of={options.map(({ optionId, treatment }) => [optionId, treatment])} />
        </SelectField>
      )}
      <div className="grid gap-2">
        {weeks.map((week, at) => {
          const count = week.reduce((sum, { slots }) => sum + slots.length, 0);
          return (
            <details
              key={week[0]?.date}
              open={at === 0}
              className="rounded-control border border-line bg-surface px-3.5"
            >
              <summary className="min-h-11 cursor-pointer py-2.5">
                <span className="font-semibold">{weekText(week[0]?.date ?? '', today)}</span>{' '}
                <span className="text-muted">{counted(count, 'time')}</span>
              </summary>
              <ul className="divide-y divide-line border-t border-line pb-2">
                {week.map((day) => (
                  <Day key={day.date} day={day} step={step} />
                ))}
              </ul>
            </details>
          );
        })}
      </div>
    </div>
  );
}

function Day({ day: shown, step }: { day: DayAvailability; step: number }) {
  const { status, slots } = shown;
  const { weekday, day } = dayTexts(shown.date);
  return (
    <li className="flex gap-3 py-1.5 text-[0.9375rem]">
      <span className="w-24 shrink-0">
        <span className="font-semibold">{weekday}</span> <span className="text-muted">{day}</span>
      </span>
      {status === 'free' ? (
        <div className="min-w-0 grow tabular-nums">
          {freeRuns(slots, step).map((run) => (
            <span key={run} className="me-4 inline-block">
              {run.split(' – ').map((time, at) => (
                <span key={time}>
                  {at > 0 && ' – '}
                  <time className="whitespace-nowrap">{time}</time>
                </span>
              ))}
            </span>
          ))}
          <ClosedParts day={shown.date} parts={shown.closed ?? []} />
        </div>
      ) : (
        <span dir="auto" className="min-w-0 text-muted wrap-anywhere">
          {whyNoTimes(shown)}
        </span>
      )}
    </li>
  );
}
