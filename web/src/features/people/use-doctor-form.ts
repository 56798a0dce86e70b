import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api, client } from '../../api/client.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';
import { toast } from '../../ui/toast.ts';
import { type RegistrationField, readRegistrationTrouble } from './registration-trouble.ts';

export type DoctorValues = Record<RegistrationField, string>;

const nothing: DoctorValues = { name: '', email: '', password: '', specialty: '', photoURL: '' };
const waitMillis = 30_000;

/** The state of Doctor Registration. Whatever fails, what was typed stays; only success empties the form. */
export function useDoctorForm() {
  const queryClient = useQueryClient();
  const form = useForm<DoctorValues>({ defaultValues: nothing, shouldFocusError: false });
  const [keys] = useState(() => createIdempotencyKeys());
  const register = useMutation({
    mutationFn: (values: DoctorValues) =>
      client.doctors.register(values, {
        context: { bearer: true, idempotencyKey: keys.keyFor(values) },
        signal: AbortSignal.timeout(waitMillis),
      }),
    networkMode: 'always',
    onSuccess: (_answer, values) => {
      keys.settle(values);
      toast.success('User Created Successfully.');
      toast.success('Appointment options updated successfully!');
      form.reset();
    },
    onError: (error, values) => {
      const { atFields, isFinal } = readRegistrationTrouble(error);
      if (isFinal) keys.settle(values);
      for (const [index, { field, message }] of atFields.entries()) {
        form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
      }
    },
    onSettled: () => {
      for (const part of [api.people, api.doctors, api.audit, api.schedule]) {
        void queryClient.invalidateQueries({ queryKey: part.key() });
      }
    },
  });
  return {
    form,
    /** For the place under the form. */
    message: register.error ? readRegistrationTrouble(register.error).message : undefined,
    isSending: register.isPending,
    /** Who was registered last, until somebody else is sent. */
    registered: register.isSuccess ? register.variables.name.trim() : undefined,
    submit: form.handleSubmit((values) => {
      if (!register.isPending) register.mutate({ ...values, name: values.name.trim(), email: values.email.trim() });
    }),
  };
}
