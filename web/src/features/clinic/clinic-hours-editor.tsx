import type { ClinicHours, DoctorsOfDate } from '@openhours/contract/clinic-hours.ts';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { href } from '../../pages.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { longDay } from '../doctors/week.ts';
import { ExceptionsEditor } from '../hours/exceptions-editor.tsx';
import {
  type DraftException,
  draftsFromExceptions,
  faultsOfExceptions,
  specialFromDrafts,
} from '../hours/hours-draft.ts';
import { newKey } from '../hours/new-key.ts';
import { savedText } from '../hours/saved-text.ts';
import { StrandingSave, stoppedTexts } from '../hours/stranding-save.tsx';
import { UndoButtons } from '../hours/undo-buttons.tsx';
import { useReload } from '../hours/use-reload.ts';
import { useSettled } from '../hours/use-settled.ts';
import { useStrandingSave } from '../hours/use-stranding-save.ts';
import { useUndo } from '../hours/use-undo.ts';
import { faultsOfWeek, openingFromWeek, type WeekDraft, weekFromHours } from '../hours/week-draft.ts';
import { WeekEditor } from '../hours/week-editor.tsx';
import { clinicHoursQuery } from './clinic-queries.ts';
import { setClinicSaved } from './clinic-version.ts';
import { nobodyWorks, withChosen } from './who-works.ts';
import { doctorsOnQuery, WorkingDoctors } from './working-doctors.tsx';

const previewMillis = 700;

/** Edits the clinic's opening hours. */
export function ClinicHoursEditor({
  asksSpecial = true,
}: {
  /** Whether dates with special hours can be added. */
  asksSpecial?: boolean;
}) {
  const hours = useQuery(clinicHoursQuery);
  const { generation, reload } = useReload(hours);
  if (hours.data) {
    return <LoadedHours key={generation} hours={hours.data} asksSpecial={asksSpecial} onReload={reload} />;
  }
  return (
    <WithoutData query={hours} message="We could not load the opening hours.">
      <Skeleton className="h-124" />
    </WithoutData>
  );
}

type Draft = { readonly week: WeekDraft; readonly special: readonly DraftException[] };

function LoadedHours({
  hours,
  asksSpecial,
  onReload,
}: {
  hours: ClinicHours;
  asksSpecial: boolean;
  onReload: () => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const today = useClinicToday();
  const {
    value: draft,
    change,
    listenAt,
    ...undo
  } = useUndo<Draft>(() => ({
    week: weekFromHours(hours.weekly, newKey),
    special: draftsFromExceptions(hours.special, newKey),
  }));
  const { week, special } = draft;
  const weekly = openingFromWeek(week);
  const specialHours = specialFromDrafts(special);
  // Not in the draft, which starts with what is saved: who is chosen already is loaded for each date alone.
  const [chosen, setChosen] = useState<readonly DoctorsOfDate[]>([]);
  const doctors = chosen.filter((one) => specialHours.some(({ date }) => date === one.date));
  const input = { weekly, special: specialHours, ...(doctors.length > 0 && { doctors }) };
  const [saved, setSaved] = useState<Pick<typeof input, 'weekly' | 'special'>>(input);
  const isDirty = JSON.stringify(input) !== JSON.stringify(saved);
  const faults = new Map([
    ...faultsOfWeek(week),
    ...faultsOfExceptions(special, { today, saved: saved.special, without: 'Add hours, or remove this date.' }),
  ]);
  const body = faults.size === 0 ? input : undefined;
  const { settled, isSettled } = useSettled(isDirty ? body : undefined, previewMillis);
  const preview = useQuery(api.clinicHours.preview.queryOptions({ input: settled ?? skipToken, gcTime: 0 }));
  const stranding = useStrandingSave({
    body,
    foreseen: isSettled ? (preview.data?.bookings ?? []) : [],
    version: hours.version,
    send: client.clinicHours.save,
    onSaved: (answer, sent) => {
      const { doctors: written = [], ...times } = sent.body;
      setSaved(times);
      for (const one of written) {
        queryClient.setQueryData(doctorsOnQuery(one.date).queryKey, (on) => on && withChosen(on, one.doctorIds));
      }
      // Until the save, Undo could bring a removed date back, with its doctors.
      setChosen((now) =>
        now.filter((one) => !written.includes(one) && specialHours.some(({ date }) => date === one.date)),
      );
      setClinicSaved(queryClient, clinicHoursQuery, { from: sent.extra.version, answer });
      invalidate(queryClient, api.clinicHours, api.clinicFacts);
      toast.success([savedText('The opening hours are saved.', answer), ...unstaffedTexts(sent.body)].join(' '));
    },
  });
  /** The dates on which nobody works during the special hours, as far as they were loaded. */
  const unstaffedTexts = (sent: typeof input) =>
    Object.entries(Object.groupBy(sent.special, ({ date }) => date)).flatMap(([date, times = []]) => {
      const on = queryClient.getQueryData(doctorsOnQuery(date).queryKey);
      const ofDate = sent.doctors?.find((one) => one.date === date);
      return on && nobodyWorks(ofDate ? withChosen(on, ofDate.doctorIds) : on, times)
        ? [`Nobody works on ${longDay(date, today)}.`]
        : [];
    });
  const showsFaults = stranding.attempt > 0;
  return (
    <div ref={listenAt} data-editor="" className="grid gap-5">
      <LeaveGuard when={isDirty} />
      <UndoButtons {...undo} />
      {weekly.length === 0 && (
        <p className="rounded-control bg-sunken px-4 py-3 text-muted">
          Without opening hours, patients can book a doctor at any time in that doctor's own hours. The hours of a new
          doctor are 9 to 5 every day.{special.length > 0 && ' The special opening hours below have no effect then.'}
        </p>
      )}
      <WeekEditor
        week={week}
        faults={faults}
        showsFaults={showsFaults}
        onChange={(next, part) => change({ ...draft, week: next }, part)}
        closedText={weekly.length === 0 ? 'No limit' : 'Closed'}
      />
      {asksSpecial && (weekly.length > 0 || special.length > 0) && (
        <section className="grid gap-3 border-t border-line pt-5">
          <div>
            <h3 className="font-semibold">Special opening hours</h3>
            <p className="mt-1 text-[0.9375rem] text-muted">
              Add dates on which the clinic opens at other times, such as a late evening or a Saturday. On these dates,
              the times below replace the weekly hours above. Choose who works then: these doctors work during all of
              these times, whatever their own hours are. To close the clinic,{' '}
              <TextLink href={href.closingDays()}>enter a closing day</TextLink>.
            </p>
          </div>
          <ExceptionsEditor
            exceptions={special}
            faults={faults}
            showsFaults={showsFaults}
            treatments={undefined}
            today={today}
            heading="h4"
            words={{ none: 'No special opening hours.', add: 'Add special opening hours' }}
            below={({ key, date, stretches }) =>
              date !== '' &&
              weekly.length > 0 &&
              stretches.length > 0 &&
              ![key, ...stretches.map((one) => one.key)].some((one) => faults.has(one)) && (
                <WorkingDoctors
                  date={date}
                  hours={specialHours.filter((one) => one.date === date)}
                  chosen={chosen.find((one) => one.date === date)?.doctorIds}
                  onChange={(doctorIds) => {
                    const others = chosen.filter((one) => one.date !== date);
                    setChosen(doctorIds ? [...others, { date, doctorIds }] : others);
                  }}
                />
              )
            }
            onChange={(next, part) => change({ ...draft, special: next }, part)}
          />
        </section>
      )}
      <StrandingSave
        stranding={stranding}
        label="Save opening hours"
        isDirty={isDirty}
        stopped={stoppedTexts}
        onReload={onReload}
      />
    </div>
  );
}
