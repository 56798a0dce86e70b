import { doctorPasswordMessages, passwordFault } from '@openhours/contract/password-rule.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { optionalEmail } from '../../ui/optional-email.ts';
import { notBlank, required } from '../../ui/required.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { type RegistrationField, readRegistrationTrouble } from './registration-trouble.ts';

const rules = {
  name: notBlank('Name is Required'),
  email: (email: string) => (email.trim() === '' ? 'Email is Required' : optionalEmail(email)),
  password: (password: string) => {
    const fault = passwordFault(password);
    return fault && doctorPasswordMessages[fault];
  },
  specialty: required('Specialty is Required'),
  photoURL: required('Photo is Required'),
};

const waitMillis = 30_000;

/** The state of Doctor Registration. Only success clears the form. */
export function useDoctorForm() {
  const queryClient = useQueryClient();
  const [photoURL, setPhotoURL] = useState('');
  const [isTyped, setIsTyped] = useState(false);
  const register = useIdempotentMutation({
    mutationFn: (values: Record<RegistrationField, string>, idempotencyKey) =>
      client.doctors.register(values, {
        context: { bearer: true, idempotencyKey },
        signal: AbortSignal.timeout(waitMillis),
      }),
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
    onSettled: () => invalidate(queryClient, api.people, api.doctors, api.audit, api.schedule),
  });
  const form = useForm({
    rules,
    held: { photoURL },
    onSubmit: (values) => {
      register.mutate({ ...values, name: values.name.trim(), email: values.email.trim() });
    },
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
