import type { DoctorHours } from '@openhours/contract/hours.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { BegunHours } from './begun-hours.tsx';
import { ExceptionsEditor } from './exceptions-editor.tsx';
import {
  begunHours,
  daysOutside,
  draftFromHours,
  faultsOfHours,
  type HoursDraft,
  inputFromDraft,
  namesTreatment,
  usualHours,
} from './hours-draft.ts';
import { HoursPreview, useHoursPreview } from './hours-preview.tsx';
import { newKey } from './new-key.ts';
import { savedText } from './saved-text.ts';
import { SpecialDates } from './special-dates.tsx';
import { StrandingSave, stoppedTexts } from './stranding-save.tsx';
import type { TreatmentChoice } from './stretch-row.tsx';
import { UndoButtons } from './undo-buttons.tsx';
import { useStrandingSave } from './use-stranding-save.ts';
import { useUndo } from './use-undo.ts';
import type { Faults } from './week-draft.ts';
import { WeekEditor } from './week-editor.tsx';
import { WeekPicker } from './week-picker.tsx';

/** The editor after loading: weeks, exceptions, a preview of what patients will see, and the stranded appointments. */
export function LoadedHours({
  doctorId,
  hours,
  treatments,
  onReload,
}: {
  doctorId: string;
  hours: DoctorHours;
  treatments: readonly TreatmentChoice[];
  onReload: () => Promise<void>;
}) {
  const today = useClinicToday();
  const {
    value: draft,
    change: changeDraft,
    listenAt,
    ...undo
  } = useUndo<HoursDraft>(() => draftFromHours(hours, newKey));
  const { weeks, exceptions } = draft;
  const [chosen, setChosen] = useState('');
  const week = weeks.find(({ key }) => key === chosen) ?? weeks[0];
  const [asksTreatments, setAsksTreatments] = useState(false);
  const isNamed = namesTreatment(draft);
  const isLimited = asksTreatments || isNamed;
  const input = inputFromDraft(draft);
  const [saved, setSaved] = useState({ version: hours.version, input });
  const isDirty = JSON.stringify(input) !== JSON.stringify(saved.input);
  const begun = begunHours(saved.input, today);
  const faults: Faults =
    begun === undefined ? faultsOfHours(draft, { today, saved: saved.input.exceptions }) : new Map();
  const body = faults.size > 0 ? undefined : input;
  const preview = useHoursPreview({ doctorId, hours: body, saved: saved.input });
  const stranding = useStrandingSave({
    body,
    foreseen: preview.query.data?.bookings ?? [],
    version: saved.version,
    send: (body, once) => client.hours.save({ id: doctorId, ...body }, once),
    onSaved: (answer, sent) => {
      setSaved({ version: answer.version, input: sent.body });
      void preview.query.refetch();
      toast.success(savedText('The hours are saved.', answer));
    },
    onStopped: () => {
      const inFaultyWeek = weeks.find(({ key, week: days }) =>
        [key, ...days.flat().map((stretch) => stretch.key)].some((one) => faults.has(one)),
      );
      if (inFaultyWeek) setChosen(inFaultyWeek.key);
    },
  });
  const { hasFaults } = stranding;
  const showsFaults = stranding.attempt > 0;

  const change = (next: Partial<HoursDraft>, part?: string) => changeDraft({ ...draft, ...next }, part);
  const changeWeek = (next: Partial<(typeof weeks)[number]>, part?: string) =>
    change({ weeks: weeks.map((one) => (one === week ? { ...one, ...next } : one)) }, part);
  if (!week) return null;
  // Twice: at the top, and in place of the save button.
  const begunNote = begun && <BegunHours validFrom={begun} isDirty={isDirty} onReload={onReload} />;
  return (
    <div ref={listenAt} data-editor="" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LeaveGuard when={isDirty} />
      <div role="alert" className="empty:sr-only">
        {begunNote}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <WeekPicker
          weeks={weeks}
          chosen={week.key}
          faults={faults}
          showsFaults={showsFaults}
          today={today}
          onChoose={setChosen}
          onPlan={() => {
            const key = newKey();
            const copy = week.week.map((day) => day.map((stretch) => ({ ...stretch, key: newKey() })));
            change({ weeks: [...weeks, { key, validFrom: '', week: copy }] });
            setChosen(key);
          }}
          onDate={(validFrom) => changeWeek({ validFrom }, `${week.key} date`)}
          onRemove={() => {
            change({ weeks: weeks.filter((one) => one !== week) });
            setChosen('');
          }}
        />
        <UndoButtons {...undo} />
      </div>
      <Card className="grid gap-4 p-4.5! sm:p-6!">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="text-heading">Every week</h2>
            <p className="mt-1 text-[0.9375rem] text-muted">
              Type 9, 9:30, 930 or 5pm, or a whole day into its first field: 9-12, 1-5.
            </p>
          </div>
          {treatments.length > 0 && (
            <Button
              variant={isLimited ? 'secondary' : 'quiet'}
              size="small"
              aria-pressed={isLimited}
              aria-disabled={isNamed}
              className="max-sm:-ms-3.5"
              onClick={() => isNamed || setAsksTreatments(!asksTreatments)}
            >
              Limit hours to a treatment
            </Button>
          )}
        </div>
        <WeekEditor
          week={week.week}
          faults={faults}
          showsFaults={showsFaults}
          treatments={isLimited ? treatments : undefined}
          closedText="Not working"
          onChange={(next, part) => changeWeek({ week: next }, part)}
        />
      </Card>
      <Card className="grid gap-4 p-4.5! sm:p-6!">
        <div>
          <h2 className="text-heading">Exceptions</h2>
          <p className="mt-1 text-[0.9375rem] text-muted">
            On these dates, the hours below replace the weekly hours. For a holiday,{' '}
            <TextLink href={href.closingDays()}>close several days at once</TextLink>.
          </p>
        </div>
        <SpecialDates hours={hours} today={today} />
        <ExceptionsEditor
          exceptions={exceptions}
          faults={faults}
          showsFaults={showsFaults}
          treatments={isLimited ? treatments : undefined}
          today={today}
          usualHoursOn={(date) => {
            const special = hours.specialOpening.filter((one) => one.date === date);
            return special.length > 0
              ? special.map(({ from, to }) => ({ key: newKey(), from, to, treatmentId: '' }))
              : usualHours(draft, { date, newKey });
          }}
          heading="h3"
          below={({ date }) => (
            <p role="status" className="text-[0.9375rem] text-amber-ink empty:sr-only">
              {hours.specialDates.includes(date) &&
                `This exception has no effect: ${titledName(hours.doctorName)} works during the special opening hours of the clinic on this date.`}
            </p>
          )}
          words={{
            none: 'No exceptions yet. Add a day off, or different hours on a date.',
            add: 'Add an exception',
          }}
          onChange={(next, part) => change({ exceptions: next }, part)}
        />
      </Card>
      {begunNote ?? (
        <>
          <HoursPreview
            preview={preview}
            hasFaults={hasFaults}
            outside={hasFaults ? [] : daysOutside(input, { ...hours, today })}
          />
          <StrandingSave
            stranding={stranding}
            label="Save hours"
            isDirty={isDirty}
            stopped={stoppedTexts}
            onReload={onReload}
          />
        </>
      )}
    </div>
  );
}
