import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate, refetch } from '../../api/refetch-after.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { PhoneCode } from './phone-code.tsx';
import { ProfileCard } from './profile-card.tsx';

/** The phone number, and its confirmation for text messages. Not shown if the clinic sends none. */
export function PhoneCard() {
  const found = useQuery(api.phoneConfirmation.get.queryOptions());
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is replaced.
  const onDone = () => heading.current?.focus();
  if (found.isError && !found.data) {
    return (
      <ProfileCard title={title} lead={lead}>
        <FormError message="We could not load your phone number. Please try again in a moment." />
      </ProfileCard>
    );
  }
  if (!found.data?.isOn) return null;
  const { phoneNumber, isConfirmed } = found.data;
  return (
    <ProfileCard title={title} lead={lead} heading={heading}>
      <PhoneForm key={phoneNumber} phoneNumber={phoneNumber ?? ''} isConfirmed={isConfirmed} onSaved={onDone} />
      {phoneNumber !== null && !isConfirmed && (
        <PhoneCode key={`code for ${phoneNumber}`} phoneNumber={phoneNumber} onConfirmed={onDone} />
      )}
    </ProfileCard>
  );
}

const title = 'Phone number';
const lead =
  'Confirm your number to get text messages about your appointments. To stop them, reply STOP to any of them.';
const rules = { phone: () => undefined };

function PhoneForm({
  phoneNumber,
  isConfirmed,
  onSaved,
}: {
  phoneNumber: string;
  isConfirmed: boolean;
  onSaved: () => void;
}) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: ({ phone }: { phone: string }) => client.profile.setPhone({ phone }),
    onSuccess: async ({ phoneNumber: saved }) => {
      invalidate(queryClient, sessionQuery.queryKey);
      await refetch(queryClient, api.phoneConfirmation);
      onSaved();
      toast.success(saved === null ? 'Your phone number has been removed.' : 'Your phone number is saved.');
    },
  });
  const form = useForm({
    rules,
    onSubmit: (values) => save.mutate(values),
  });
  const error = failureMessage(save.error);
  return (
    <Form of={form} className="grid gap-4">
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        name="phone"
        maxLength={40}
        defaultValue={phoneNumber}
        error={error}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="secondary" busy={save.isPending}>
          Save number
        </Button>
        {isConfirmed && <Badge tone="positive">Confirmed</Badge>}
      </div>
    </Form>
  );
}
