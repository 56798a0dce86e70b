import type { Doctor } from '@openhours/contract/doctors.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { required } from '../../ui/required.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';

const rules = { specialty: required('Specialty is Required') };

/** Lets patients book a doctor for a specialty: a person made a doctor has none at first. */
export function SpecialtyDialog({ doctor, ...dialog }: RowDialogProps & { doctor: Doctor }) {
  const queryClient = useQueryClient();
  const field = useRef<HTMLSelectElement>(null);
  const specialties = useQuery(api.schedule.specialties.queryOptions({ enabled: dialog.open }));
  const update = useMutation({
    mutationFn: ({ specialty }: { specialty: string }) =>
      client.schedule.updateOptions(
        {
          specialty,
          doctorName: doctor.name,
          doctorId: doctor._id,
          // The server accepts uploaded photos only. Without one, it uses the photo of the profile, such as the one from Google.
          ...(doctor.photoURL?.startsWith('/images/') && { doctorPhoto: doctor.photoURL }),
        },
        { context: { bearer: true } },
      ),
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
    onSettled: () => invalidate(queryClient, api.doctors, api.audit, api.schedule),
  });
  const { form, errors, attempt } = useForm({
    rules,
    onSubmit: (values) => {
      if (!update.isPending) update.mutate(values);
    },
  });
  return (
    <LazyDialog
      {...dialog}
      onPhones="panel"
      title="Add a specialty"
      description={`Patients can then book it with ${titledName(doctor.name)}, during their working hours.`}
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form.id} busy={update.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form {...form} className="grid gap-4">
        <FaultSummary attempt={attempt} wrong={Object.keys(errors)} />
        <SelectField ref={field} label="Specialty" name="specialty" error={errors.specialty}>
          <option value="">Choose a specialty</option>
          {specialties.data?.map(({ _id, name }) => (
            <option key={_id}>{name}</option>
          ))}
        </SelectField>
        {specialties.isError && <LoadError query={specialties} message="We could not load the specialties." />}
        <FormError message={update.error ? failureMessage(update.error) : undefined} />
      </form>
    </LazyDialog>
  );
}
