import type { Patient } from '@openhours/contract/appointments.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { bornText, foundText, newPatientFrom, onlyMatch, type SearchedPatient } from './patient-words.ts';

const shortest = 2;
const mostShown = 20;

/** Finds a patient, or starts a new one. Focuses its field, whose name says what the page is for. */
export function PatientSearch({
  label = 'Find a patient by name, email, phone or date of birth',
  first,
  except,
  onChoose,
  onNew,
}: {
  label?: string;
  /** What is searched at first. */
  first: string;
  /** The id of somebody who is left out. */
  except?: string;
  /** Called with the text that was searched, too. */
  onChoose: (patient: Patient, search: string) => void;
  /** Called with the text that was searched. Without it, nobody new can be added. */
  onNew?: (known: SearchedPatient) => void;
}) {
  const [search, setSearch] = useState(first);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('input')?.focus();
  }, []);
  const isLongEnough = search.length >= shortest;
  const found = useQuery(
    api.appointments.patients.queryOptions({
      input: { search, limit: mostShown },
      enabled: isLongEnough,
    }),
  );
  const isFailed = isLongEnough && found.isError && !found.data;
  const patients = found.data?.filter(({ _id }) => _id !== except) ?? [];
  const only = onlyMatch(patients);
  const chooseOnly = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, nativeEvent } = event;
    if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    // What was typed since is searched first.
    if (!isLongEnough || !only || target.value.trim() !== search) return;
    event.preventDefault();
    onChoose(only, search);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the field presses the only button of the list.
    <div ref={place} data-takes-focus="" className="grid gap-4" onKeyDown={chooseOnly}>
      <SearchField label={label} value={search} onSearch={setSearch} />
      <p role="status" className={isLongEnough && !isFailed ? 'text-muted' : 'sr-only'}>
        {isLongEnough &&
          !isFailed &&
          (found.data ? foundText(patients, { isCut: found.data.length === mostShown }) : 'Searching…')}
      </p>
      {isLongEnough && found.isPending && <Skeleton className="h-24" />}
      {isFailed && <ErrorState query={found} message={failureMessage(found.error)} />}
      {isLongEnough && patients.length > 0 && (
        <ul className="@container grid gap-2">
          {patients.map((patient) => (
            <li key={patient._id}>
              <button
                type="button"
                onClick={() => onChoose(patient, search)}
                className="grid min-h-11 w-full gap-x-4 rounded-control border border-line-strong bg-surface px-4 py-2 text-start hover:border-pine hover:bg-sunken @lg:grid-cols-[4fr_4fr_3fr]"
              >
                <span dir="auto" className="font-semibold wrap-anywhere">
                  {patient.name}
                </span>
                <span className="wrap-anywhere text-muted">
                  {patient.guardian
                    ? `Looked after by ${patient.guardian}`
                    : patient.email && <EmailText email={patient.email} />}
                  {patient.emails === 'unconfirmed' && ' (not confirmed)'}
                </span>
                <span className="text-muted tabular-nums">
                  {[patient.phone, patient.dateOfBirth && bornText(patient.dateOfBirth)].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* Not before the answer: the patient may be in it. */}
      {onNew && (!isLongEnough || found.data) && (
        <p className="flex flex-wrap items-center gap-3">
          <span className="text-muted">Not in the list?</span>
          <Button variant="secondary" onClick={() => onNew(newPatientFrom(search))}>
            New patient
          </Button>
        </p>
      )}
    </div>
  );
}
