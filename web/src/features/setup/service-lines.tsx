import type { Services } from '@openhours/contract/services.ts';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { ChecklistLine } from './checklist-line.tsx';
import { cardsText, checkText, hostedText } from './service-texts.ts';

/** The lines of the checklist about services outside the clinic, each with the way to set it up and a test. */
export function ServiceLines({ services }: { services: Services }) {
  return (
    <>
      <MailLine mail={services.mail} />
      <TextsLine texts={services.texts} />
      <PaymentsLine services={services} />
      <GoogleLine google={services.google} />
    </>
  );
}

function MailLine({ mail: { kind, at } }: Pick<Services, 'mail'>) {
  const test = useMutation({
    // A slow mail server has a minute.
    mutationFn: () => client.services.testMail(undefined, { signal: AbortSignal.timeout(70_000) }),
  });
  return (
    <ChecklistLine
      isDone={kind === 'server' && test.isSuccess}
      action={
        <Button variant="secondary" size="small" busy={test.isPending} onClick={() => test.mutate()}>
          Send me a test email
        </Button>
      }
      said={
        test.data &&
        (kind === 'server'
          ? `We have sent a test email to ${test.data.to}. The mail server answered: ${test.data.answer}`
          : `The test email to ${test.data.to} is in the inbox at ${at}.`)
      }
      failed={failureMessage(test.error)}
    >
      <strong>Email.</strong>{' '}
      {kind === 'server'
        ? `Emails are sent through ${at}.`
        : `Emails are not delivered. They stay on the server, in the inbox at ${at}. To send them, set SMTP_URL and MAIL_FROM on the server and restart it.`}
    </ChecklistLine>
  );
}

function TextsLine({ texts }: Pick<Services, 'texts'>) {
  const test = useMutation({ mutationFn: () => client.services.testTexts() });
  return (
    <ChecklistLine
      isDone={texts?.kind === 'service' && test.isSuccess}
      action={
        texts && (
          <Button variant="secondary" size="small" busy={test.isPending} onClick={() => test.mutate()}>
            Send me a test text message
          </Button>
        )
      }
      said={test.data && `We have sent a test text message to ${test.data.to}. ${test.data.answer}`}
      failed={failureMessage(test.error)}
    >
      <strong>Text messages.</strong>{' '}
      {texts === null
        ? 'The clinic sends no text messages. To send them, set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM on the server and restart it. You can leave it out.'
        : texts.kind === 'service'
          ? `Text messages are sent through ${texts.at}.`
          : `Text messages are not delivered. They stay on the telephones at ${texts.at}.`}
    </ChecklistLine>
  );
}

function PaymentsLine({ services: { cards, hosted } }: { services: Services }) {
  const check = useMutation({ mutationFn: () => client.services.checkPayments() });
  const texts = [cardsText(cards), hostedText(hosted)];
  const results = check.data && [checkText(cards, check.data.cards), checkText(hosted, check.data.hosted)];
  const isGood = results?.every((result) => result === undefined || result.isGood) === true;
  // The sandbox is both providers.
  const said = results && [...new Set(results.flatMap((result) => result?.text ?? []))].join(' ');
  return (
    <ChecklistLine
      isDone={isGood && cards?.provider !== 'sandbox' && hosted?.provider !== 'sandbox'}
      action={
        (cards || hosted) && (
          <Button variant="secondary" size="small" busy={check.isPending} onClick={() => check.mutate()}>
            Check the keys
          </Button>
        )
      }
      said={isGood ? said : undefined}
      failed={check.error ? failureMessage(check.error) : isGood ? undefined : said}
    >
      <strong>Payments.</strong> {texts.join(' ')}
    </ChecklistLine>
  );
}

function GoogleLine({ google: { kind, redirectUrl } }: Pick<Services, 'google'>) {
  return (
    <ChecklistLine isDone={kind === 'client'}>
      <strong>Google.</strong>{' '}
      {kind === 'client'
        ? `'Continue with Google' is on. Google's console must have the redirect address ${redirectUrl}.`
        : kind === 'sandbox'
          ? "'Continue with Google' uses the stand-in of this demo."
          : `To offer 'Continue with Google', create a client of type 'Web application' in Google's console with the redirect address ${redirectUrl}. Then set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET on the server and restart it. You can leave it out.`}
    </ChecklistLine>
  );
}
