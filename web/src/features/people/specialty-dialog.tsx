import type { Doctor } from '@openhours/contract/doctors.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { SpecialtyChoice } from './specialty-choice.tsx';

/** Chooses for which specialties patients can book a doctor: a person made a doctor has none at first. */
export function SpecialtyDialog({ doctor, ...dialog }: RowDialogProps & { doctor: Doctor }) {
  const formId = useId();
  const specialties = useQuery(api.schedule.specialties.queryOptions({ enabled: dialog.open }));
  const [chosen, setChosen] = useState<readonly string[]>(doctor.specialties);
  const update = useMutation({
    // Each call can be repeated, so a second attempt continues after a failure.
    mutationFn: async () => {
      const doctorId = doctor._id;
      // The server accepts uploaded photos only. Without one, it uses the photo of the profile, such as the one from Google.
      const photo = doctor.photoURL?.startsWith('/images/') && { doctorPhoto: doctor.photoURL };
      for (const { name: specialty } of specialties.data ?? []) {
        const [has, wants] = [doctor.specialties.includes(specialty), chosen.includes(specialty)];
        if (wants && !has) {
          const option = { specialty, doctorName: doctor.name, doctorId, ...photo };
          await client.schedule.updateOptions(option);
        }
        if (has && !wants) await client.schedule.closeOption({ specialty, doctorId });
      }
    },
    onSuccess: () => {
      toast.success('Appointment options updated successfully!');
      dialog.onClose();
    },
    onError: (error) =>
      toast.error(
        readFailure(error).kind === 'unanswered'
          ? 'An error occurred while updating appointment options.'
          : failureMessage(error) || 'Failed to update appointment options.',
      ),
    meta: { refetches: [api.doctors, api.audit, api.schedule] },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate();
  };
  return (
    <LazyDialog
      {...dialog}
      onPhones="panel"
      title="Specialties"
      description={`What patients can book with ${titledName(doctor.name)}. Booked appointments do not change.`}
      footer={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid">
        <SpecialtyChoice specialties={specialties.data ?? []} chosen={chosen} onChange={setChosen} />
        {specialties.isError && <LoadError query={specialties} message="We could not load the specialties." />}
        <FormError message={failureMessage(update.error)} />
      </form>
    </LazyDialog>
  );
}
