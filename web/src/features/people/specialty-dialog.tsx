import type { Doctor } from '@openhours/contract/people.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, isAnsweredNo } from '../../api/failure-message.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';

/** Lets patients book a doctor for a specialty: whoever was made a doctor has none yet. */
export function SpecialtyDialog({ open, doctor, onClose }: { open: boolean; doctor: Doctor; onClose: () => void }) {
  const queryClient = useQueryClient();
  const formId = useId();
  const field = useRef<HTMLSelectElement>(null);
  const [specialty, setSpecialty] = useState('');
  const [asked, setAsked] = useState(false);
  const specialties = useQuery(api.schedule.specialties.queryOptions({ enabled: open }));
  const update = useMutation({
    mutationFn: () =>
      client.schedule.updateOptions(
        {
          specialty,
          doctorName: doctor.name,
          ...(doctor.photoURL !== undefined && { doctorPhoto: doctor.photoURL }),
        },
        { context: { bearer: true } },
      ),
    networkMode: 'always',
    onSuccess: () => {
      toast.success('Appointment options updated successfully!');
      onClose();
    },
    onError: (error) =>
      toast.error(
        isAnsweredNo(error)
          ? failureMessage(error) || 'Failed to update appointment options.'
          : 'An error occurred while updating appointment options.',
      ),
    onSettled: () => {
      for (const part of [api.doctors, api.audit, api.schedule]) {
        void queryClient.invalidateQueries({ queryKey: part.key() });
      }
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (specialty === '') field.current?.focus();
    else if (!update.isPending) update.mutate();
  };
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title="Add a specialty"
      description={`Patients can then book it with Dr. ${doctor.name}, at the opening hours of the clinic.`}
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={update.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <SelectField
          ref={field}
          label="Specialty"
          value={specialty}
          onChange={({ target }) => setSpecialty(target.value)}
          error={asked && specialty === '' ? 'Specialty is Required' : undefined}
        >
          <option value="">Choose a specialty</option>
          {specialties.data?.map(({ _id, name }) => (
            <option key={_id}>{name}</option>
          ))}
        </SelectField>
        {specialties.isError && (
          <div className="flex flex-wrap items-center gap-3">
            <FormError message="The specialties could not be fetched." />
            <Button
              variant="secondary"
              size="small"
              busy={specialties.isFetching}
              onClick={() => void specialties.refetch()}
            >
              Try again
            </Button>
          </div>
        )}
        <FormError message={update.error ? failureMessage(update.error) : undefined} />
      </form>
    </LazyDialog>
  );
}
