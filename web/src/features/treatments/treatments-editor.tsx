import type { Treatment } from '@openhours/contract/treatments.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import ClipboardPlus from 'lucide-react/icons/clipboard-plus';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { TreatmentCard } from './treatment-card.tsx';
import { TreatmentForm } from './treatment-form.tsx';

/**
 * The clinic's treatments, for admins.
 *
 * @param heading renders the heading with the button that opens the form for a new treatment
 * @param whenEmpty replaces the invitation to add the first treatment. What it adds also arrives by live events: it
 *   calls `keep(true)` to stay, and `keep(false)` when it has finished.
 * @param marksWithoutDoctor marks treatments that no doctor offers
 */
export function TreatmentsEditor({
  heading,
  whenEmpty,
  marksWithoutDoctor = true,
}: {
  heading: (button: ReactNode) => ReactNode;
  whenEmpty?: (addOne: () => void, keep: (isKept: boolean) => void) => ReactNode;
  marksWithoutDoctor?: boolean;
}) {
  const treatments = useQuery(api.treatments.list.queryOptions());
  const clinic = useQuery(api.clinicFacts.get.queryOptions({ staleTime: 0 }));
  const rows = treatments.data;
  const [isEmptyKept, setEmptyKept] = useState(false);
  const [editing, setEditing] = useState<string>();
  const [isDirty, setIsDirty] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const archive = useMutation({
    mutationFn: ({ _id, active }: Treatment) => client.treatments.update({ id: _id, active: !active }),
    onSuccess: ({ name, active }) =>
      toast.success(active ? `${name} can be booked again.` : `${name} is archived. Booked appointments stay.`),
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.treatments, api.schedule, api.availability, api.audit] },
  });
  const move = useMutation({
    mutationFn: (order: { seen: string[]; wanted: string[] }) => client.treatments.setOrder(order),
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.treatments], waits: true },
  });

  const open = (id: string) => {
    setEditing(id);
    setIsDirty(false);
  };
  const close = () => {
    flushSync(() => {
      setEditing(undefined);
      setIsDirty(false);
    });
    (document.getElementById(`edit-${editing}`) ?? addButton.current)?.focus();
  };
  const form = (treatment?: Treatment) => (
    <Card className="p-4.5! sm:p-6!">
      <TreatmentForm
        treatment={treatment}
        currency={clinic.data?.currency}
        onClose={close}
        onDirty={() => setIsDirty(true)}
      />
    </Card>
  );
  return (
    <>
      <LeaveGuard when={isDirty} />
      {heading(
        rows && (rows.length > 0 || editing === 'new') && (
          <Button ref={addButton} aria-disabled={editing !== undefined} onClick={() => editing ?? open('new')}>
            Add a treatment
          </Button>
        ),
      )}
      {!rows ? (
        <WithoutData query={treatments} message="We could not load the treatments.">
          <div className="grid max-w-3xl gap-4">
            {[1, 2, 3, 4].map((card) => (
              <Skeleton key={card} className="h-38 rounded-card! sm:h-24" />
            ))}
          </div>
        </WithoutData>
      ) : (
        <div className="grid max-w-3xl gap-4">
          {/* Not before the currency is known: its field keeps the first value. */}
          {editing === 'new' && !clinic.isPending && form()}
          {(rows.length === 0 || isEmptyKept) &&
            editing === undefined &&
            (whenEmpty?.(() => open('new'), setEmptyKept) ?? (
              <EmptyState
                icon={<ClipboardPlus className="size-7" />}
                title="No treatments yet"
                action={<Button onClick={() => open('new')}>Add the first treatment</Button>}
              >
                Start here: name what patients can book, how long it takes and what it costs. Then add a doctor who
                offers it.
              </EmptyState>
            ))}
          {rows.length > 0 && (
            <ul className="grid gap-4" aria-busy={move.isPending || undefined}>
              {rows.map((treatment, place) => (
                <li key={treatment._id} className="min-w-0">
                  {editing === treatment._id ? (
                    form(treatment)
                  ) : (
                    <TreatmentCard
                      treatment={treatment}
                      hasNoDoctor={marksWithoutDoctor && treatment.active && !treatment.isOffered}
                      isFirst={place === 0}
                      isLast={place === rows.length - 1}
                      busy={archive.isPending && archive.variables._id === treatment._id}
                      onEdit={() =>
                        isDirty ? toast.error('Please save or cancel your changes first.') : open(treatment._id)
                      }
                      onMove={(by) => move.isPending || move.mutate(movedBy(rows, { place, by }))}
                      onArchive={() => archive.isPending || archive.mutate(treatment)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}

/** The order as it is shown, and with the treatment at this place moved up or down. */
function movedBy(rows: readonly Treatment[], { place, by }: { place: number; by: -1 | 1 }) {
  const seen = rows.map(({ _id }) => _id);
  const wanted = seen.toSpliced(place, 1).toSpliced(place + by, 0, ...seen.slice(place, place + 1));
  return { seen, wanted };
}
