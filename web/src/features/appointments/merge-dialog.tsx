import type { MergedPatient, Patient } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { InferClientOutputs } from '@orpc/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { mergeConsequences, mergeWarning } from './merge-words.ts';
import { PatientSearch } from './patient-search.tsx';

/** Merges the record of somebody without an account into another of the same person: first the other, then both side by side. */
export function MergeDialog({
  from,
  first,
  onMerged,
  ...dialog
}: RowDialogProps & {
  from: Patient;
  /** What is searched at first. */
  first: string;
  onMerged: (into: Patient) => void;
}) {
  const [into, setInto] = useState<Patient>();
  const [searched, setSearched] = useState(first);
  const formId = useId();
  const merge = useIdempotentMutation({
    mutationFn: (into: string, once) => client.appointments.merge({ id: from._id, into }, once),
    onSuccess: ({ patient }) => {
      toast.success('The records are merged.');
      onMerged(patient);
      dialog.onClose();
    },
    // The dialog may be closed by then.
    onError: (error) =>
      toast.error(
        readFailure(error).kind === 'unanswered'
          ? "We couldn't check whether the two records were merged."
          : 'The two records were not merged.',
      ),
    meta: { refetches: [api.appointments, api.audit, api.waitingList] },
  });
  const preview = useQuery(
    api.appointments.previewMerge.queryOptions({
      input: { id: from._id, into: into?._id ?? '' },
      // The record is gone afterwards.
      enabled: dialog.open && into !== undefined && !merge.isSuccess,
      staleTime: 0,
    }),
  );
  const refusal = preview.data?.refusal;
  return (
    <LazyDialog
      {...dialog}
      title="Same person as…"
      description={
        into
          ? undefined
          : `Find the other record of ${from.name}.${from.guardian === undefined ? ' It gets the appointments of this one, which is deleted.' : ''}`
      }
      footer={
        into && (
          <>
            <Button
              variant="secondary"
              onClick={() => {
                merge.reset();
                setInto(undefined);
              }}
            >
              Choose another record
            </Button>
            <Button
              type="submit"
              form={formId}
              busy={merge.isPending}
              disabled={!preview.data || refusal !== undefined}
            >
              Merge
            </Button>
          </>
        )
      }
    >
      {into ? (
        <form
          id={formId}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            merge.mutate(into._id);
          }}
        >
          <div className="grid gap-3">
            <Question />
            {preview.data && <Doubts {...preview.data} />}
            <FormError message={refusal ?? failureMessage(merge.error)} />
          </div>
          {preview.data && <SideBySide {...preview.data} />}
          {preview.isPending && <Skeleton className="h-48" />}
          {preview.isError && !preview.data && <ErrorState query={preview} message={failureMessage(preview.error)} />}
        </form>
      ) : (
        <PatientSearch
          first={searched}
          except={from._id}
          onChoose={(chosen, search) => {
            setSearched(search);
            setInto(chosen);
          }}
        />
      )}
    </LazyDialog>
  );
}

function Question() {
  return (
    <h3 ref={focusWhenShown} tabIndex={-1} className="font-semibold">
      Is this one person?
    </h3>
  );
}

type Preview = InferClientOutputs<typeof client.appointments>['previewMerge'];

/** What to know before merging; on a phone, the rest is out of view. */
function Doubts({ from, into, refusal }: Preview) {
  const warning = mergeWarning({ from, into });
  return (
    <>
      {refusal === undefined && <p>Merging two records cannot be undone.</p>}
      {warning && <p className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">{warning}</p>}
    </>
  );
}

function SideBySide({ from, into, refusal }: Preview) {
  const shown = facts.filter(({ value }) => Boolean(value(from)) || Boolean(value(into)));
  return (
    <>
      {/* Both columns have the rows of the grid around them, so that what is compared is side by side. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-3">
        {[from, into].map((patient) => (
          <div
            key={patient._id}
            className="grid min-w-0 grid-rows-subgrid"
            style={{ gridRow: `span ${shown.length + 1}` }}
          >
            <h4 className="border-b border-line-strong pb-1 font-semibold">
              {patient === from ? 'Is deleted' : 'Stays'}
            </h4>
            <dl
              className="grid grid-rows-subgrid text-[0.9375rem] wrap-anywhere tabular-nums"
              style={{ gridRow: `span ${shown.length}` }}
            >
              {shown.map(({ term, value }) => (
                <Fact key={term} term={term}>
                  {value(patient) || <span className="text-muted">None</span>}
                </Fact>
              ))}
            </dl>
          </div>
        ))}
      </div>
      {refusal === undefined && (
        <ul className="grid list-disc gap-1.5 ps-5 text-[0.9375rem] marker:text-muted">
          {mergeConsequences({ from, into }).map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const facts: readonly { term: string; value: (patient: MergedPatient) => ReactNode }[] = [
  { term: 'Name', value: ({ name }) => <span dir="auto">{name}</span> },
  { term: 'Date of birth', value: ({ dateOfBirth }) => dateOfBirth && mediumDateFromIso(dateOfBirth) },
  { term: 'Email', value: ({ email }) => email && <EmailText email={email} /> },
  { term: 'Phone', value: ({ phone }) => phone },
  { term: 'Appointments', value: ({ appointments }) => String(appointments) },
  { term: 'Looked after by', value: ({ guardian }) => guardian },
  { term: 'Looks after', value: ({ dependants }) => dependants > 0 && String(dependants) },
];
