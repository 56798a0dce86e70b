import { doctorPasswordMessages, passwordFault } from '@openhours/contract/password-rule.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { requiredEmail } from '../../ui/email-rules.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { notBlank, required } from '../../ui/required.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { NewPasswordField } from '../identity/new-password-field.tsx';
import { ImagePicker } from '../images/image-picker.tsx';
import { type RegistrationField, readRegistrationTrouble } from './registration-trouble.ts';

/** Doctor Registration: creates account, person and option, all or nothing. */
export function Component() {
  const { form, photoURL, setPhotoURL, isDirty, onType, message, isSending, registered } = useDoctorForm();
  const [isUploading, setIsUploading] = useState(false);
  const specialties = useQuery(api.schedule.specialties.queryOptions());
  return (
    <>
      <LeaveGuard when={isDirty} description="The doctor is not registered yet, and what you typed will be lost." />
      <PageHeading title="Doctor Registration">
        Patients can book the new doctor at once, during the clinic's opening hours.
      </PageHeading>
      <Card className="max-w-3xl">
        <Form of={form} onInput={onType} className="grid gap-5">
          <TextField
            label="Name"
            hint="Without a title: “Dr.” is added in front of it."
            autoComplete="off"
            maxLength={100}
            {...form.field('name')}
          />
          <TextField label="Email" type="email" autoComplete="off" maxLength={254} {...form.field('email')} />
          <NewPasswordField {...form.field('password')} />
          <SelectField label="Specialty" {...form.field('specialty')}>
            <option value="">{specialties.isPending ? 'Loading…' : 'Choose a specialty'}</option>
            {specialties.data?.map(({ _id, name }) => (
              <option key={_id}>{name}</option>
            ))}
          </SelectField>
          {specialties.data?.length === 0 && (
            <p>
              There are no specialties yet. Each treatment is a specialty.{' '}
              <TextLink href={href.treatments()}>Add a treatment</TextLink>
            </p>
          )}
          {specialties.isError && <LoadError query={specialties} message="We could not load the specialties." />}
          <ImagePicker
            label="Photo"
            shape="round"
            value={photoURL || null}
            onChange={(url) => setPhotoURL(url ?? '')}
            onStepChange={(step) => setIsUploading(step === 'sending')}
            {...form.field('photoURL')}
          />
          <div>
            <FormError message={message} />
            <div role="status">
              {registered !== undefined && (
                <p className="rounded-control bg-pine-soft px-4 py-3">
                  {titledName(registered)} can now be booked.{' '}
                  <TextLink href={href.manageDoctors()}>Manage Doctors</TextLink>
                </p>
              )}
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Button type="submit" busy={isSending} disabled={isUploading} className="max-sm:w-full">
              Register as Doctor
            </Button>
            <p role="status" className="text-sm text-muted">
              {isUploading && 'The photo is still uploading.'}
            </p>
          </div>
        </Form>
      </Card>
    </>
  );
}

const rules = {
  name: notBlank('Name is Required'),
  email: requiredEmail,
  password: (password: string) => {
    const fault = passwordFault(password);
    return fault && doctorPasswordMessages[fault];
  },
  specialty: required('Specialty is Required'),
  photoURL: required('Photo is Required'),
};

/** The state of Doctor Registration. Only success clears the form. */
function useDoctorForm() {
  const [photoURL, setPhotoURL] = useState('');
  const [isTyped, setIsTyped] = useState(false);
  const register = useIdempotentMutation({
    mutationFn: (values: Record<RegistrationField, string>, once) => client.doctors.register(values, once),
    onSuccess: () => {
      toast.success('User Created Successfully.');
      toast.success('Appointment options updated successfully!');
      form.reset();
      setPhotoURL('');
      setIsTyped(false);
    },
    onError: (error) => {
      const { atFields } = readRegistrationTrouble(error);
      form.refuse(Object.fromEntries(atFields.map(({ field, message }) => [field, message])));
    },
    meta: { refetches: [api.people, api.doctors, api.audit, api.schedule] },
  });
  const form = useForm({
    rules,
    held: { photoURL },
    onSubmit: (values): void => register.mutate({ ...values, name: values.name.trim(), email: values.email.trim() }),
  });
  return {
    form,
    photoURL,
    setPhotoURL,
    isDirty: isTyped || photoURL !== '',
    onType: (): void => setIsTyped(true),
    /** For the place below the form. */
    message: register.error ? readRegistrationTrouble(register.error).message : undefined,
    isSending: register.isPending,
    /** Who was registered last, until the next submit. */
    registered: register.isSuccess ? register.variables.name.trim() : undefined,
  };
}
