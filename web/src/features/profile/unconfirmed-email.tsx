import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';

/** Tells somebody that they get no emails until they confirm their address, and sends the link again. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const send = useMutation({ mutationFn: () => client.emailConfirmation.send() });
  return (
    <Card className="grid gap-4 p-4.5! sm:p-6!">
      <div>
        <h2 className="text-heading">Confirm your email address</h2>
        {/* One block per line: the largest paint of the page stays its prerendered text. */}
        <p className="mt-1 text-muted" role="status">
          <span className="block">
            {send.isSuccess ? 'We have sent the link again to' : 'Open the link that we sent to'}
          </span>
          <span className="block font-semibold wrap-anywhere">{email}.</span>
          <span className="block">Until you open it, we send no other emails.</span>
        </p>
      </div>
      <FormError message={send.error ? failureMessage(send.error) : undefined} />
      <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()} className="justify-self-start">
        Send the link again
      </Button>
    </Card>
  );
}
