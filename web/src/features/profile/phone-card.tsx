import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { formFailureMessage, messageBelow, refusalAt } from '../../api/failure.ts';
import { invalidate, refetch } from '../../api/refetch-after.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { anything, required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { notificationsId } from './notifications-card.tsx';
import { PhoneCode } from './phone-code.tsx';
import { ProfileCard } from './profile-card.tsx';

/**
 * The phone number, and its confirmation for text messages. If the clinic sends none, only people with a second factor see
 * it: booking does not change their number.
 */
export function PhoneCard() {
  const found = useQuery(api.phoneConfirmation.get.queryOptions());
  const own = useQuery(api.secondFactor.own.queryOptions());
  if ((found.isError && !found.data) || (own.isError && !own.data)) {
    return (
      <ProfileCard title={title} lead={textsLead}>
        <FormError message="We could not load your phone number. Please try again in a moment." />
      </ProfileCard>
    );
  }
  if (!found.data || !own.data) return null;
  const { hasAuthenticator, passkeys, hasPassword } = own.data;
  const hasSecondFactor = hasAuthenticator || passkeys.length > 0;
  if (!found.data.isOn && !hasSecondFactor) return null;
  const { isOn, phoneNumber, isConfirmed } = found.data;
  return (
    <ProfileCard title={title} lead={isOn ? isConfirmed ? <ChooseTexts /> : textsLead : securityLead}>
      <PhoneForm
        key={phoneNumber}
        phoneNumber={phoneNumber ?? ''}
        isConfirmed={isConfirmed}
        needsPassword={hasSecondFactor && hasPassword}
      />
      {isOn && phoneNumber !== null && !isConfirmed && (
        <PhoneCode key={`code for ${phoneNumber}`} phoneNumber={phoneNumber} />
      )}
    </ProfileCard>
  );
}

const title = 'Phone number';
const ifUnwanted = 'To stop them, reply STOP to any of them.';
const textsLead = `Confirm your number to get text messages about your appointments. ${ifUnwanted}`;
const securityLead = 'If you lose your second factor, the clinic may call this number to check that it is you.';

/** Once the number is confirmed: no text messages are sent until somebody chooses them. */
function ChooseTexts() {
  return (
    <>
      <TextLink href={`#${notificationsId}`}>Choose below which text messages you want</TextLink>. {ifUnwanted}
    </>
  );
}

/** The field that shows each refusal, by error code. */
const withoutPassword = { PHONE_INVALID: 'phone' } as const;
const withPassword = { ...withoutPassword, WRONG_PASSWORD: 'password', PASSWORD_REQUIRED: 'password' } as const;

function PhoneForm({
  phoneNumber,
  isConfirmed,
  needsPassword,
}: {
  phoneNumber: string;
  isConfirmed: boolean;
  needsPassword: boolean;
}) {
  const queryClient = useQueryClient();
  const fieldOfRefusal = needsPassword ? withPassword : withoutPassword;
  const save = useMutation({
    mutationFn: ({ phone, password }: { phone: string; password: string }) =>
      client.profile.setPhone({ phone, ...(needsPassword && { password }) }),
    onSuccess: async ({ phoneNumber: saved }) => {
      invalidate(queryClient, sessionQuery.queryKey);
      await refetch(queryClient, api.phoneConfirmation);
      // Also if it is the number that was saved before.
      form.reset();
      toast.success(saved === null ? 'Your phone number has been removed.' : 'Your phone number is saved.');
    },
    onError: (error) => {
      // A second factor may have been set up elsewhere: then the field for the password appears, with this error.
      form.refuse(refusalAt(error, withPassword));
      invalidate(queryClient, api.secondFactor);
    },
  });
  const form = useForm({
    rules: { phone: anything, password: needsPassword ? required('Password is required') : anything },
    onSubmit: (values): void => save.mutate(values),
  });
  return (
    <Form of={form} className="grid gap-4">
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        {...form.field('phone')}
        maxLength={40}
        defaultValue={phoneNumber}
      />
      {needsPassword && (
        <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      )}
      <FormError message={messageBelow(save.error, fieldOfRefusal, formFailureMessage)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="secondary" busy={save.isPending}>
          Save number
        </Button>
        {isConfirmed && <Badge tone="positive">Confirmed</Badge>}
      </div>
    </Form>
  );
}
