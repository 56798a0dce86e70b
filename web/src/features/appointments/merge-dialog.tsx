import type { MergedPatient, Patient } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { InferClientOutputs } from '@orpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { mergeConsequences, mergeWarning } from './merge-words.ts';
import { PatientSearch } from './patient-search.tsx';

/** Merges somebody without an account into the account of the same person: first the account, then both side by side. */
export function MergeDialog({
  from,
  first,
  onMerged,
  ...dialog
}: RowDialogProps & {
  from: Patient;
  /** What is searched at first. */
  first: string;
  onMerged: (account: Patient) => void;
}) {
  const [account, setAccount] = useState<Patient>();
  const queryClient = useQueryClient();
  const merge = useIdempotentMutation({
    mutationFn: (into: string, idempotencyKey) =>
      client.appointments.merge({ id: from._id, into }, { context: { idempotencyKey } }),
    onSuccess: ({ patient }) => {
      toast.success('The two records are one now.');
      onMerged(patient);
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.appointments, api.audit, api.waitingList),
  });
  const preview = useQuery(
    api.appointments.previewMerge.queryOptions({
      input: { id: from._id, into: account?._id ?? '' },
      // The record is gone afterwards.
      enabled: dialog.open && account !== undefined && !merge.isSuccess,
      staleTime: 0,
    }),
  );
  const refusal = preview.data?.refusal;
  return (
    <LazyDialog
      {...dialog}
      title="Same person as…"
      description={
        account ? undefined : `Find the account of ${from.name}. It gets what is under the record without an account.`
      }
      footer={
        account && (
          <>
            <Button
              variant="secondary"
              onClick={() => {
                merge.reset();
                setAccount(undefined);
              }}
            >
              Choose another account
            </Button>
            <Button
              busy={merge.isPending}
              disabled={!preview.data || refusal !== undefined}
              onClick={() => merge.mutate(account._id)}
            >
              Merge
            </Button>
          </>
        )
      }
    >
      {account ? (
        <div className="grid gap-5">
          <Question />
          {preview.data && <SideBySide {...preview.data} />}
          {preview.isPending && <Skeleton className="h-48" />}
          {preview.isError && !preview.data && <ErrorState query={preview} message={failureMessage(preview.error)} />}
          <FormError message={refusal ?? failureMessage(merge.error)} />
        </div>
      ) : (
        <PatientSearch
          label="Find an account by name, email, phone or date of birth"
          first={first}
          only="accounts"
          onChoose={setAccount}
        />
      )}
    </LazyDialog>
  );
}

function Question() {
  const heading = useRef<HTMLHeadingElement>(null);
  // The result that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="font-semibold">
      Is this one person?
    </h3>
  );
}

type Preview = InferClientOutputs<typeof client.appointments>['previewMerge'];

function SideBySide({ from, into, refusal }: Preview) {
  const warning = mergeWarning({ from, into });
  return (
    <>
      <table className="w-full table-fixed border-collapse text-start text-[0.9375rem]">
        <caption className="sr-only">Both records</caption>
        <thead>
          <tr className="border-b border-line-strong text-sm text-muted">
            <th scope="col" className="w-[6.5rem] sm:w-32">
              <span className="sr-only">Detail</span>
            </th>
            <th scope="col" className="p-2 text-start font-semibold">
              Without account
            </th>
            <th scope="col" className="p-2 text-start font-semibold">
              Account
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ value }) => Boolean(value(from)) || Boolean(value(into)))
            .map(({ label, value }) => (
              <tr key={label} className="border-b border-line align-top">
                <th scope="row" className="py-2 pe-2 text-start text-sm font-normal text-muted">
                  {label}
                </th>
                {[from, into].map((patient) => (
                  <td key={patient._id} className="p-2 wrap-anywhere tabular-nums">
                    {value(patient) || <span className="text-muted">None</span>}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      {warning && <p className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">{warning}</p>}
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

const rows: readonly { label: string; value: (patient: MergedPatient) => ReactNode }[] = [
  { label: 'Name', value: ({ name }) => <span dir="auto">{name}</span> },
  { label: 'Date of birth', value: ({ dateOfBirth }) => dateOfBirth && mediumDateFromIso(dateOfBirth) },
  { label: 'Email', value: ({ email }) => email && <EmailText email={email} /> },
  { label: 'Phone', value: ({ phone }) => phone },
  { label: 'Appointments', value: ({ appointments }) => String(appointments) },
  { label: 'Looked after by', value: ({ guardian }) => guardian },
  { label: 'Looks after', value: ({ dependants }) => dependants > 0 && String(dependants) },
];
