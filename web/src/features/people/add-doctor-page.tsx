import { doctorPasswordMessages, passwordFault } from '@openhours/contract/password-rule.ts';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError, FormErrorText } from '../../ui/form-error.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ImagePicker } from '../images/image-picker.tsx';
import { useDoctorForm } from './use-doctor-form.ts';

const rules = {
  name: { validate: (name: string) => name.trim() !== '' || 'Name is Required' },
  email: {
    validate: (email: string) => {
      if (email.trim() === '') return 'Email is Required';
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) || 'That is not an e-mail address.';
    },
  },
  password: {
    validate: (password: string) => {
      const fault = passwordFault(password);
      return fault === undefined || doctorPasswordMessages[fault];
    },
  },
  specialty: { required: 'Specialty is Required' },
  photoURL: { required: 'Photo is Required' },
};

/** Doctor Registration: account, person and the option that patients book, all of it or nothing. */
export function Component() {
  const { form, message, isSending, registered, submit } = useDoctorForm();
  const { errors, submitCount } = form.formState;
  const photo = useController({ control: form.control, name: 'photoURL', rules: rules.photoURL });
  const specialties = useQuery(api.schedule.specialties.queryOptions());
  return (
    <>
      <PageHeading title="Doctor Registration">
        Patients can book the new doctor at once, at the opening hours of the clinic.
      </PageHeading>
      <Card className="max-w-2xl">
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
          <FaultSummary attempt={submitCount} wrong={Object.keys(errors)} />
          <TextField
            label="Name"
            hint="Without a title: patients read “Dr.” before it."
            autoComplete="off"
            maxLength={100}
            error={errors.name?.message}
            {...form.register('name', rules.name)}
          />
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            maxLength={254}
            error={errors.email?.message}
            {...form.register('email', rules.email)}
          />
          <PasswordField
            label="Password"
            hint="6 characters or more, with an uppercase letter, a number and one of !@#$&*."
            autoComplete="new-password"
            error={errors.password?.message}
            {...form.register('password', rules.password)}
          />
          <SelectField
            label="Specialty"
            error={errors.specialty?.message}
            {...form.register('specialty', rules.specialty)}
          >
            <option value="">{specialties.isPending ? 'Loading…' : 'Choose a specialty'}</option>
            {specialties.data?.map(({ _id, name }) => (
              <option key={_id}>{name}</option>
            ))}
          </SelectField>
          {specialties.isError && (
            <div className="flex flex-wrap items-center gap-3">
              <div role="alert">
                <FormErrorText message="The specialties could not be fetched." />
              </div>
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
          <ImagePicker
            label="Photo"
            name="photoURL"
            shape="round"
            value={photo.field.value || null}
            onChange={(url) => photo.field.onChange(url ?? '')}
            error={errors.photoURL?.message}
          />
          <div>
            <FormError message={message} />
            <div role="status">
              {registered !== undefined && (
                <p className="rounded-control bg-pine-soft px-4 py-3">
                  Dr. {registered} can be booked now.{' '}
                  <TextLink href="/dashboard/manageDoctors">Manage Doctors</TextLink>
                </p>
              )}
            </div>
          </div>
          <Button type="submit" busy={isSending} className="justify-self-start max-sm:w-full">
            Register as Doctor
          </Button>
        </form>
      </Card>
    </>
  );
}
