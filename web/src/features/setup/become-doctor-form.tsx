import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { sessionQuery, useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LateNotice } from '../../ui/late-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';

/** The mutations that make somebody a doctor. The variable says whether they are one already. */
export const becomeDoctorKey = ['become-doctor'];

const changedByBecoming = [
  sessionQuery.queryKey,
  api.clinicFacts,
  api.doctors,
  api.people,
  api.schedule,
  api.availability,
  api.hours,
  api.audit,
];

/** Makes the signed-in admin a doctor, too, with the chosen treatments. */
export function BecomeDoctorForm() {
  const { uid, displayName, isDoctor } = useSignedInUser();
  const treatments = useQuery(api.treatments.list.queryOptions());
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const offered = treatments.data?.filter(({ active }) => active);
  const chosen = offered?.filter(({ _id }) => !excluded.includes(_id)) ?? [];
  const become = useMutation({
    mutationKey: becomeDoctorKey,
    // Each call can be repeated, so a second attempt continues after a failure.
    mutationFn: async (as: 'newcomer' | 'doctor') => {
      if (as === 'newcomer') await client.people.makeDoctor({ id: uid }, { context: { bearer: true } });
      for (const { name } of chosen) {
        await client.schedule.updateOptions({ specialty: name, doctorName: displayName, doctorId: uid });
      }
    },
    onSuccess: () => toast.success('Patients can book you now.'),
    meta: { refetches: changedByBecoming, waits: true },
  });
  if (!offered) {
    return treatments.isPending ? (
      <>
        <LateNotice query={treatments} />
        <Skeleton className="h-32" />
      </>
    ) : (
      <FormError message="We could not load the treatments. Please reload the page." />
    );
  }
  if (offered.length === 0) {
    return (
      <p>
        <TextLink href={href.setupStep('treatments')}>Add a treatment</TextLink> first: patients book a doctor for a
        treatment.
      </p>
    );
  }
  const isMissing = attempt > 0 && chosen.length === 0;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempt(attempt + 1);
        if (chosen.length > 0) become.mutate(isDoctor ? 'doctor' : 'newcomer');
      }}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-[0.9375rem] font-semibold">Your treatments</legend>
        {offered.map(({ _id, name, minutes }) => (
          <Checkbox
            key={_id}
            checked={!excluded.includes(_id)}
            onChange={({ currentTarget: { checked } }) =>
              setExcluded(checked ? excluded.filter((id) => id !== _id) : [...excluded, _id])
            }
          >
            <span className="min-w-0 wrap-anywhere">
              <bdi>{name}</bdi>, {minutes} minutes
            </span>
          </Checkbox>
        ))}
      </fieldset>
      <FormError message={isMissing ? 'Choose at least one treatment.' : failureMessage(become.error)} />
      <Button
        type="submit"
        variant={isDoctor ? 'secondary' : 'primary'}
        busy={become.isPending}
        className="justify-self-start max-sm:w-full"
      >
        {isDoctor ? 'Add these treatments' : 'Make me a doctor'}
      </Button>
    </form>
  );
}
