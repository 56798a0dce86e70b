import type { Patient } from '@openhours/contract/appointments.ts';
import type { InferClientErrors, InferClientInputs, InferClientOutputs } from '@orpc/client';
import { useState } from 'react';
import { ChangedMeanwhile } from '../../api/changed-meanwhile.tsx';
import { api, client, isDefinedError } from '../../api/client.ts';
import { messageBelow, refusalAt } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { Button } from '../../ui/button.tsx';
import { optionalEmail, requiredEmail } from '../../ui/email-rules.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { notBlank } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { bornByToday } from '../dependants/born-by-today.ts';
import { DateOfBirthField } from '../dependants/date-of-birth-field.tsx';
import { endOfCareText } from './patient-words.ts';
import { phoneOrEmail } from './phone-or-email.ts';
import { fieldOfRefusal, type PatientField } from './use-appointment-requests.ts';

type Calls = typeof client.appointments;

/** Changes what the clinic knows about somebody who has not used an account yet. */
export function PatientDialog({
  patient,
  onSaved,
  onMerge,
  ...dialog
}: RowDialogProps & {
  patient: Patient;
  onSaved: (patient: Patient) => void;
  /** Called with the address of an account that may be the same person's. This dialog stays: it may be somebody else's. */
  onMerge: (address: string) => void;
}) {
  const { guardian } = patient;
  const isLookedAfter = guardian !== undefined;
  const hasAddress = patient.email !== '';
  const [isAddressTyped, setIsAddressTyped] = useState(false);
  const endsCare = isLookedAfter && isAddressTyped;
  const save = useIdempotentMutation<
    InferClientOutputs<Calls>['savePatient'],
    InferClientInputs<Calls>['savePatient'],
    InferClientErrors<Calls>['savePatient']
  >({
    mutationFn: (changes, once) => client.appointments.savePatient(changes, once),
    onSuccess: ({ patient: saved }) => {
      toast.success(
        saved.email === patient.email ? 'The details are saved.' : `We are sending an email to ${saved.email}.`,
      );
      onSaved(saved);
      dialog.onClose();
    },
    onError: (failure) => form.refuse(refusalAt(failure, fieldOfRefusal)),
    meta: { refetches: [api.appointments.patients] },
  });
  const form = useForm<PatientField>({
    rules: {
      name: notBlank('Name is Required'),
      phone: isLookedAfter ? () => undefined : phoneOrEmail,
      dateOfBirth: bornByToday,
      email: hasAddress ? requiredEmail : optionalEmail,
    },
    onSubmit: (values) => saveOver(patient, values),
  });
  const saveOver = (edited: Patient, values: Record<PatientField, string>) => {
    // Send only what was changed here: somebody else may be changing other fields.
    const shown: Record<PatientField, string> = { ...patient, dateOfBirth: patient.dateOfBirth ?? '' };
    const typed = Object.entries(values).map(([field, value]) => [field, value.trim()] as const);
    const changes = typed.filter(([field, value]) => value !== shown[field as PatientField]);
    save.mutate({ id: patient._id, ...Object.fromEntries(changes), edited });
  };
  const { error } = save;
  const taken = isDefinedError(error) && error.code === 'EMAIL_TAKEN' ? save.variables?.email : undefined;
  const theirs = isDefinedError(error) && error.code === 'CHANGED_MEANWHILE' ? error.data.patient : undefined;
  return (
    <LazyDialog
      {...dialog}
      title="Patient details"
      footer={
        <Button type="submit" form={form.id} busy={save.isPending}>
          {endsCare ? 'Save and open the account' : 'Save'}
        </Button>
      }
    >
      <Form of={form} className="grid gap-5">
        <TextField
          label="Name"
          {...form.field('name')}
          defaultValue={patient.name}
          autoComplete="off"
          maxLength={100}
        />
        <TextField
          label={isLookedAfter ? 'Phone (optional)' : 'Phone'}
          hint={isLookedAfter ? undefined : 'Needed if you enter no email address.'}
          {...form.field('phone')}
          type="tel"
          defaultValue={patient.phone}
          autoComplete="off"
          maxLength={40}
        />
        <DateOfBirthField
          label="Date of birth (optional)"
          defaultValue={patient.dateOfBirth ?? ''}
          {...form.field('dateOfBirth')}
        />
        <TextField
          label={hasAddress ? 'Email' : 'Email (optional)'}
          hint={
            hasAddress
              ? 'You can correct it until they confirm it. We send an email to the new address, and none to the old one.'
              : 'They get an account, and an email that says how to choose a password.'
          }
          {...form.field('email')}
          type="email"
          defaultValue={patient.email}
          onChange={({ target }) => setIsAddressTyped(target.value.trim() !== '')}
          autoComplete="off"
          maxLength={254}
        />
        {taken !== undefined && patient.can.merge && (
          <Button variant="secondary" className="justify-self-start" ref={showWhole} onClick={() => onMerge(taken)}>
            Same person as…
          </Button>
        )}
        <div role="status" className="empty:sr-only">
          {endsCare && (
            <p className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
              {endOfCareText({ guardian, emails: patient.emails })}
            </p>
          )}
        </div>
        <ChangedMeanwhile
          isOpen={theirs !== undefined}
          busy={save.isPending}
          onReplace={() => {
            if (theirs) form.submit((values) => saveOver(theirs, values));
          }}
          onReload={async () => {
            if (theirs) onSaved(theirs);
            dialog.onClose();
          }}
        />
        <FormError message={theirs ? undefined : messageBelow(error, fieldOfRefusal)} />
      </Form>
    </LazyDialog>
  );
}

/** On a phone, it appears behind the buttons at the dialog's foot. */
function showWhole(button: HTMLButtonElement | null): void {
  button?.scrollIntoView({ block: 'nearest' });
}
