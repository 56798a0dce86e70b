import type { ClinicHours } from '@openhours/contract/clinic-hours.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { newKey } from '../hours/new-key.ts';
import { savedText } from '../hours/saved-text.ts';
import { StrandingSave } from '../hours/stranding-save.tsx';
import { UndoButtons } from '../hours/undo-buttons.tsx';
import { useDebounced } from '../hours/use-debounced.ts';
import { useReload } from '../hours/use-reload.ts';
import { useStrandingSave } from '../hours/use-stranding-save.ts';
import { useUndo } from '../hours/use-undo.ts';
import { faultsOfWeek, openingFromWeek, type WeekDraft, weekFromHours } from '../hours/week-draft.ts';
import { WeekEditor } from '../hours/week-editor.tsx';
import { clinicHoursQuery } from './clinic-queries.ts';
import { setClinicSaved } from './clinic-version.ts';

const previewMillis = 700;

/** Edits the clinic's opening hours. */
export function ClinicHoursEditor({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const hours = useQuery(clinicHoursQuery);
  const { generation, reload } = useReload(hours);
  if (hours.data) {
    return <LoadedHours key={generation} hours={hours.data} onDirty={onDirty} onReload={reload} />;
  }
  return (
    <WithoutData query={hours} message="We could not load the opening hours.">
      <Skeleton className="h-124" />
    </WithoutData>
  );
}

function LoadedHours({
  hours,
  onDirty,
  onReload,
}: {
  hours: ClinicHours;
  onDirty: (isDirty: boolean) => void;
  onReload: () => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const { value: week, change, listenAt, ...undo } = useUndo<WeekDraft>(() => weekFromHours(hours.weekly, newKey));
  const [attempt, setAttempt] = useState(0);
  const faults = faultsOfWeek(week);
  const weekly = openingFromWeek(week);
  const text = JSON.stringify({ weekly });
  const [saved, setSaved] = useState(text);
  const isDirty = text !== saved;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const settled = useDebounced(faults.size === 0 && isDirty ? text : undefined, previewMillis);
  const preview = useQuery(
    api.clinicHours.preview.queryOptions({
      // The string is the JSON of such a value.
      input: JSON.parse(settled ?? text) as { weekly: typeof weekly },
      context: { bearer: true },
      enabled: settled !== undefined,
      gcTime: 0,
    }),
  );
  const stranding = useStrandingSave({
    body: faults.size === 0 ? { weekly } : undefined,
    foreseen: settled === text ? (preview.data?.bookings ?? []) : [],
    version: hours.version,
    send: (body, context) => client.clinicHours.save(body, { context }),
    onSaved: (answer, { body, extra }) => {
      setSaved(JSON.stringify(body));
      setAttempt(0);
      setClinicSaved(queryClient, clinicHoursQuery, { from: extra.version, answer });
      invalidate(queryClient, api.clinicHours, api.clinicFacts);
      toast.success(savedText('The opening hours are saved.', answer));
    },
  });
  const save = (over?: number) => {
    if (!isDirty && over === undefined) return;
    if (faults.size > 0 || stranding.undecided.length > 0) setAttempt(attempt + 1);
    else stranding.save(over);
  };
  return (
    <div ref={listenAt} data-editor="" className="grid gap-5">
      <UndoButtons {...undo} />
      {weekly.length === 0 && (
        <p className="rounded-control bg-sunken px-4 py-3 text-muted">
          Without opening hours, patients can book a doctor at any time in that doctor's own hours. The hours of a new
          doctor are 9 to 5 every day.
        </p>
      )}
      <WeekEditor
        week={week}
        faults={faults}
        showsFaults={attempt > 0}
        onChange={change}
        closedText={weekly.length === 0 ? 'No limit' : 'Closed'}
      />
      <StrandingSave
        stranding={stranding}
        label="Save opening hours"
        isDirty={isDirty}
        hasFaults={faults.size > 0}
        attempt={attempt}
        onSave={save}
        onReload={onReload}
      />
    </div>
  );
}
