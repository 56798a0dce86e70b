import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useDraft } from '../../api/drafts.ts';
import { failureMessage, isNotFound, messageBelow, refusalAt } from '../../api/failure.ts';
import { browserTimeZone } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { requiredEmail } from '../../ui/email-rules.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { notBlank } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useForm } from '../../ui/use-form.ts';
import { clinicNameRule } from '../clinic/clinic-name.ts';
import { NewPasswordField } from '../identity/new-password-field.tsx';
import { newPasswordRule } from '../identity/password-rules.ts';

const rules = {
  name: notBlank('Name is Required'),
  email: requiredEmail,
  password: newPasswordRule,
  clinicName: clinicNameRule,
};

const fieldOfRefusal: Readonly<Record<string, keyof typeof rules>> = {
  EMAIL_TAKEN: 'email',
  PASSWORD_REFUSED: 'password',
  PROFILE_REFUSED: 'name',
};

/**
 * Creates the admin's account and names the clinic. The next step asks for the rest: until then, the time zone is the
 * browser's, and the server chooses country and currency by it.
 */
export function AccountForm({ code }: { code: string }) {
  const draft = useDraft('account of the admin');
  const finish = useMutation({
    mutationFn: ({ name, email, password, clinicName }: Record<keyof typeof rules, string>) =>
      client.setup.finish({
        code,
        admin: { name, email, password },
        clinic: { name: clinicName, timeZone: browserTimeZone() },
      }),
    // Load a new document, because this one has the clinic's old name and no session.
    onSuccess: () => {
      draft.write(undefined);
      location.assign(href.setupStep('clinic'));
    },
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
  });
  const form = useForm({
    rules,
    draft: { of: draft, fields: ['name', 'email', 'clinicName'] },
    onSubmit: (values): void => finish.mutate(values),
  });
  const isGone = finish.error !== null && isNotFound(finish.error);
  return (
    <Card>
      <Form of={form} className="grid gap-5">
        <h2 className="text-heading">Your account</h2>
        <TextField label="Name" {...form.field('name')} autoComplete="name" maxLength={100} />
        <TextField label="Email" {...form.field('email')} type="email" autoComplete="email" maxLength={254} />
        <NewPasswordField {...form.field('password')} />
        <TextField
          label="Clinic name"
          hint="The name that patients see."
          {...form.field('clinicName')}
          autoComplete="organization"
        />
        <FormError message={messageBelow(finish.error, fieldOfRefusal, troubleText)} />
        {isGone && (
          <p>
            Do you already have an account?{' '}
            <TextLink href={href.login({ next: href.setup() })}>Sign in to continue</TextLink>
          </p>
        )}
        <Button type="submit" busy={finish.isPending || finish.isSuccess} className="justify-self-start max-sm:w-full">
          Save and continue
        </Button>
      </Form>
    </Card>
  );
}

function troubleText(error: unknown): string | undefined {
  if (!isNotFound(error)) return failureMessage(error);
  return 'This address is not valid any more. The server prints a new one when it starts, as long as it has no admin.';
}
