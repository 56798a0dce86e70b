import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormError } from '../../ui/form-error.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Tells somebody what they have to confirm their address for, and sends the link again. */
export function UnconfirmedEmail({
  email,
  untilThen = 'we send no other emails',
  ifWrong = <TextLink href={href.profile()}>Change the address</TextLink>,
}: {
  email: string;
  untilThen?: string;
  /** What to do about a mistyped address. */
  ifWrong?: ReactNode;
}) {
  const { isSent, sendAgain } = useLink();
  return (
    <Card className="grid gap-4 p-4.5! sm:p-6!">
      <div>
        <h2 className="text-heading">Confirm your email address</h2>
        {/* One block per line: the largest paint of the page stays its prerendered text. */}
        <p className="mt-1 text-muted" role="status">
          <span className="block">{isSent ? 'We have sent the link again to' : 'Open the link that we sent to'}</span>
          <span className="block font-semibold wrap-anywhere">{email}.</span>
          <span className="block">Until you open it, {untilThen}.</span>
        </p>
        <p className="text-muted">{ifWrong}</p>
      </div>
      {sendAgain}
    </Card>
  );
}

/** The same beside an appointment, or where they book. */
export function UnconfirmedEmailNote({
  email,
  children = 'Confirm your email address to get emails about this appointment.',
  className,
}: {
  email: string;
  children?: string;
  className?: string | undefined;
}) {
  const { isSent, sendAgain } = useLink();
  return (
    <div
      className={classNames(
        'grid gap-1.5 rounded-control bg-amber-soft px-4 py-3 text-amber-ink print:hidden',
        className,
      )}
    >
      <p role="status" className="wrap-anywhere">
        {children}
        {isSent && ` We have sent the link again to ${email}.`}
      </p>
      {sendAgain}
    </div>
  );
}

/** The button that sends the link again, with what went wrong. */
function useLink() {
  const send = useMutation({ mutationFn: () => client.emailConfirmation.send() });
  const sendAgain = (
    <>
      <FormError message={failureMessage(send.error)} />
      <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()} className="justify-self-start">
        Send the link again
      </Button>
    </>
  );
  return { isSent: send.isSuccess, sendAgain };
}
