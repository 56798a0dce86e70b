import type { ListedEntry } from '@openhours/contract/waiting-list.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import ListOrdered from 'lucide-react/icons/list-ordered';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import { failureMessage } from '../../api/failure.ts';
import { pagesOf } from '../../api/list-pages.ts';
import { instantText } from '../../clinic/instant.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { idInUrl } from '../../id-in-url.ts';
import { useParameter } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { newPatientFrom } from '../appointments/patient-words.ts';
import { ConnectionNote } from '../live/connection-note.tsx';
import { useLiveRefetchOfList } from '../live/use-live-refetch.ts';
import { realDay } from '../schedule/civil-date.ts';
import { TreatmentFilter } from '../schedule/treatment-filter.tsx';
import { HandOfferDialog } from './hand-offer-dialog.tsx';
import { JoinForPatientDialog, type PatientToWait } from './join-for-patient-dialog.tsx';
import { useWantedEntry } from './use-wanted-entry.ts';
import { WaitingEntryCard } from './waiting-entry-card.tsx';

/** Everybody who waits for something, in the order in which they are asked, for the front desk and admins. */
export function Component() {
  const today = useClinicToday();
  // In the URL, so that the Back button keeps them.
  const [treatmentId, setTreatmentId] = useParameter('treatment');
  const [dayText, setDay] = useParameter('day');
  const [search, searchFor] = useParameter('search');
  const specialty = idInUrl(treatmentId);
  const day = realDay(dayText) ?? '';
  const isNarrowed = specialty !== '' || day !== '' || search !== '';
  const list = useInfiniteQuery(
    pagesOf(api.waitingList.all, {
      input: { specialty: specialty || undefined, day: day || undefined, search: search.slice(0, 100) },
      length: 50,
      cursorOf: ({ joinedAt, _id }) => `${joinedAt},${_id}`,
    }),
  );
  // Something was offered, taken or freed.
  useLiveRefetchOfList(({ type }) => type === 'slots' || type === 'ready', api.waitingList.key());
  const wanted = useWantedEntry(list);
  const offering = useChosen<ListedEntry>();
  const removal = useChosen<ListedEntry>();
  const adding = useChosen<PatientToWait>();
  const accept = useMutation({
    mutationFn: ({ offer }: ListedEntry) => client.waitingList.acceptForPatient({ id: offer?._id ?? '' }),
    onSuccess: (_, { patient }) => toast.success(`Booked for ${patient}.`),
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.waitingList], waits: true },
  });
  const hold = useMutation({
    mutationFn: ({ _id: id, callAbout }: ListedEntry) =>
      client.waitingList.offer({
        id,
        optionId: callAbout?.optionId ?? '',
        appointmentDate: callAbout?.appointmentDate ?? '',
        slot: callAbout?.slot ?? '',
      }),
    onSuccess: ({ offer }) => toast.success(`Held until ${instantText(offer.expiresAt)}. Please call now.`),
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.waitingList], waits: true },
  });
  return (
    <>
      <PageHeading
        title="Waiting List"
        action={
          <Button onClick={() => adding.open({ typed: newPatientFrom(''), optionId: '', day: today })}>
            Add a patient
          </Button>
        }
      >
        Times that become free are offered automatically, in this order. For patients who would not see an offer, the
        list says when to call them.
        <ZoneNote />
      </PageHeading>
      <ConnectionNote />
      <div className="mb-8 flex flex-wrap items-end gap-4">
        <TreatmentFilter className="grow basis-48 sm:max-w-80" value={specialty} onChange={setTreatmentId} />
        <DayField label="Wanted day (optional)" min={today} className="w-44" day={day} onChange={setDay} />
        <div className="flex grow sm:max-w-80">
          <SearchField label="Search by name or email" value={search} onSearch={searchFor} />
        </div>
      </div>
      {list.data ? (
        list.data.length === 0 ? (
          <EmptyState
            icon={<ListOrdered className="size-7" />}
            title={isNarrowed ? 'Nobody is waiting for this' : 'Nobody is waiting'}
          >
            On a fully booked day, patients can join the list with 'Tell me when something frees up', and you can add
            them.
          </EmptyState>
        ) : (
          <ol className="grid max-w-4xl gap-4">
            {list.data.map((entry) => (
              <li
                key={entry._id}
                aria-current={entry._id === wanted || undefined}
                className="min-w-0 rounded-card aria-[current]:ring-2 aria-[current]:ring-pine"
              >
                <WaitingEntryCard
                  entry={entry}
                  isAccepting={accept.isPending && accept.variables === entry}
                  onAccept={() => accept.mutate(entry)}
                  isHolding={hold.isPending && hold.variables === entry}
                  onHold={() => hold.mutate(entry)}
                  onOffer={() => offering.open(entry)}
                  onRemove={() => removal.open(entry)}
                />
              </li>
            ))}
          </ol>
        )
      ) : (
        <WithoutData query={list} message="We could not load the waiting list.">
          <Skeleton className="h-44 max-w-4xl rounded-card!" />
        </WithoutData>
      )}
      <ShowOlder pages={list} variant="secondary">
        Show more
      </ShowOlder>
      <ChosenDialog of={adding}>{(start, dialog) => <JoinForPatientDialog {...dialog} start={start} />}</ChosenDialog>
      <ChosenDialog of={offering}>{(entry, dialog) => <HandOfferDialog {...dialog} entry={entry} />}</ChosenDialog>
      <ChosenDialog of={removal}>
        {({ _id, patient, treatment }, dialog) => (
          <ConfirmedCall
            {...dialog}
            title="Remove them from the waiting list?"
            description={`${patient} is waiting for ${treatment}. They get no message, and any open offer to them is withdrawn.`}
            action="Remove"
            call={() => client.waitingList.remove({ id: _id })}
            success={() => `${patient} was removed from the waiting list.`}
            refetches={[api.waitingList]}
          />
        )}
      </ChosenDialog>
    </>
  );
}
