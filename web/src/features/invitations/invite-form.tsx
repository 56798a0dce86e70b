import type { InvitedRole } from '@openhours/contract/invitations.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api, client } from '../../api/client.ts';
import { useTextDraft } from '../../api/drafts.ts';
import { messageBelow, refusalAt } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { Button } from '../../ui/button.tsx';
import { requiredEmail } from '../../ui/email-rules.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { anything, required } from '../../ui/required.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { SpecialtyChoice } from '../people/specialty-choice.tsx';
import { roleLabels, roleMeanings } from './invited-role.ts';

const roles: readonly InvitedRole[] = ['doctor', 'front-desk', 'admin'];

type Field = 'name' | 'email' | 'role';

/** What the form shows. */
type Typed = Record<'name' | 'email' | 'specialties', string> & { role: InvitedRole };

const rules: Readonly<Record<Field, Rule>> = {
  name: required('Name is Required'),
  email: requiredEmail,
  role: anything,
};

/** The field that shows each refusal, by error code. */
const fieldOfRefusal: Readonly<Record<string, Field>> = {
  ALREADY_INVITED: 'email',
  HAS_ROLE: 'email',
  PROFILE_REFUSED: 'name',
};

function roleIn(value: unknown): InvitedRole {
  return roles.find((role) => role === value) ?? 'doctor';
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

/**
 * Invites a person by email. Each field that still shows what was sent is cleared, also after the form was closed and opened
 * again. Role and treatments stay if the next person was typed meanwhile: they were in sight then.
 */
export function InviteForm() {
  const name = useTextDraft('name of the invitation');
  const email = useTextDraft('email of the invitation');
  const roleDraft = useTextDraft('role of the invitation');
  const role = roleIn(roleDraft.text);
  // One a line.
  const chosen = useTextDraft('specialties of the invitation');
  const hintId = useId();
  const specialties = useQuery(api.schedule.specialties.queryOptions());
  const invite = useIdempotentMutation({
    mutationFn: (typed: Typed, once) =>
      client.invitations.create(
        {
          name: typed.name.trim(),
          email: typed.email.trim(),
          role: typed.role,
          ...(typed.role === 'doctor' && { specialties: linesOf(typed.specialties) }),
        },
        once,
      ),
    onSuccess: (_answer, sent) => {
      toast.success(`We have sent an invitation to ${sent.email.trim()}.`);
      const isForNext = name.read() !== sent.name || email.read() !== sent.email;
      if (name.read() === sent.name) name.write('');
      if (email.read() === sent.email) email.write('');
      if (!isForNext && roleIn(roleDraft.read()) === sent.role) roleDraft.write('');
      if (!isForNext && chosen.read() === sent.specialties) chosen.write('');
      form.reset();
    },
    onError: (error): void => form.refuse(refusalAt(error, fieldOfRefusal)),
    meta: { refetches: [api.invitations, api.audit] },
  });
  const form = useForm({
    rules,
    onSubmit: (typed): void => invite.mutate({ ...typed, role, specialties: chosen.text }),
  });
  return (
    <Form of={form} aria-label="Invite somebody" className="grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          {...form.field('name')}
          value={name.text}
          onChange={({ target }) => name.write(target.value)}
          autoComplete="off"
          maxLength={100}
        />
        <TextField
          label="Email"
          {...form.field('email')}
          type="email"
          value={email.text}
          onChange={({ target }) => email.write(target.value)}
          autoComplete="off"
          maxLength={254}
        />
        <SelectField
          label="Role"
          {...form.field('role')}
          value={role}
          onChange={({ target }) => roleDraft.write(target.value)}
        >
          <Options of={roles.map((one) => [one, roleLabels[one]])} />
        </SelectField>
      </div>
      {role === 'doctor' && specialties.data && specialties.data.length > 0 && (
        <fieldset aria-describedby={hintId}>
          <legend className="text-[0.9375rem] font-semibold">Specialties</legend>
          <p id={hintId} className="text-sm text-muted">
            You can also choose them later.
          </p>
          <div className="mt-1 grid gap-x-5 sm:grid-cols-2">
            <SpecialtyChoice
              specialties={specialties.data}
              chosen={linesOf(chosen.text)}
              onChange={(next) => chosen.write(next.join('\n'))}
            />
          </div>
        </fieldset>
      )}
      {role === 'doctor' && specialties.isError && (
        <LoadError query={specialties} message="We could not load the specialties." />
      )}
      <p className="text-[0.9375rem] text-muted">{roleMeanings[role]}</p>
      <FormError message={messageBelow(invite.error, fieldOfRefusal)} />
      <Button type="submit" busy={invite.isPending} className="justify-self-start max-sm:w-full">
        Send invitation
      </Button>
    </Form>
  );
}
