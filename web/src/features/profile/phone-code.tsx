import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate, refetch } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';

const rules = {
  code: (typed: string) => (/^\s*(\d\s*){6}$/.test(typed) ? undefined : 'Enter the six digits of the code'),
};

/** The code is sent after the server's answer, so this page does not learn that the provider refuses the number. */
const ifStopped = 'If you replied STOP to a text message of ours, reply START to it first, then send another code.';

/** Sends a code to a number that is not confirmed, and takes it. */
export function PhoneCode({ phoneNumber }: { phoneNumber: string }) {
  const queryClient = useQueryClient();
  const look = () => refetch(queryClient, api.phoneConfirmation);
  const send = useMutation({
    mutationFn: () => client.phoneConfirmation.send(),
    onSuccess: ({ isConfirmed }) => {
      // Only then: after a change of the number elsewhere, the field for the code would go.
      if (isConfirmed) void look();
    },
  });
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => client.phoneConfirmation.confirm({ code }),
    onSuccess: async () => {
      // Messages can go to this number from now on.
      invalidate(queryClient, api.messageChoices);
      await look();
      toast.success('Your phone number is confirmed. Choose below which text messages you want.');
    },
  });
  const form = useForm({
    rules,
    onSubmit: (values) => confirm.mutate(values),
  });
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <p role="status" className="wrap-anywhere text-muted">
        {send.isSuccess
          ? `We have sent a code to ${send.data.phoneNumber}. It is valid for ten minutes. ${ifStopped}`
          : `${phoneNumber} is not confirmed. Press “Send a code” to get a code by text message.`}
      </p>
      {send.isSuccess && (
        <Form of={form} className="grid gap-4">
          <TextField
            ref={focusWhenShown}
            label="Code"
            {...form.field('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
          />
          <FormError message={failureMessage(confirm.error)} />
          <Button type="submit" busy={confirm.isPending} className="justify-self-start">
            Confirm number
          </Button>
        </Form>
      )}
      <FormError message={failureMessage(send.error)} />
      <Button
        variant={send.isSuccess ? 'quiet' : 'secondary'}
        busy={send.isPending}
        onClick={() => {
          confirm.reset();
          send.mutate();
        }}
        className="justify-self-start"
      >
        {send.isSuccess ? 'Send another code' : 'Send a code'}
      </Button>
    </div>
  );
}
