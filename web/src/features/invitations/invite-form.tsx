import type { InvitedRole } from '@openhours/contract/invitations.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { useDraft } from '../../api/drafts.ts';
import { messageBelow, refusalAt } from '../../api/failure.ts';
import { fieldOf } from '../../api/http.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { optionalEmail } from '../../ui/optional-email.ts';
import { required } from '../../ui/required.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { SpecialtyChoice } from '../people/specialty-choice.tsx';
import { roleLabels, roleMeanings } from './invited-role.ts';

const roles: readonly InvitedRole[] = ['doctor', 'front-desk', 'admin'];

type Field = 'name' | 'email' | 'role';

const rules: Readonly<Record<Field, Rule>> = {
  name: required('Name is Required'),
  email: (email) => (email.trim() === '' ? 'Email is Required' : optionalEmail(email)),
  role: () => undefined,
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

function textsIn(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/**
 * Invites a person by email. Success clears the form, unless it was changed for the next person meanwhile, also after it was
 * closed and opened again.
 */
export function InviteForm() {
  const queryClient = useQueryClient();
  const draft = useDraft('invitation');
  const chosenDraft = useDraft('specialties of the invitation');
  const [role, setRole] = useState<InvitedRole>(() => roleIn(fieldOf(draft.read(), 'role')));
  const [chosen, setChosen] = useState<readonly string[]>(() => textsIn(chosenDraft.read()));
  const choose = (next: readonly string[]): void => {
    setChosen(next);
    chosenDraft.write(next);
  };
  const written = (): string => JSON.stringify([draft.read(), chosenDraft.read()]);
  const sent = useRef('');
  const hintId = useId();
  const specialties = useQuery(api.schedule.specialties.queryOptions());
  const invite = useIdempotentMutation({
    mutationFn: (body: Parameters<typeof client.invitations.create>[0], idempotencyKey) =>
      client.invitations.create(body, { context: { bearer: true, idempotencyKey } }),
    onSuccess: (_answer, body) => {
      toast.success(`We have sent an invitation to ${body.email}.`);
      if (written() !== sent.current) return;
      setRole('doctor');
      choose([]);
      form.reset();
    },
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
    onSettled: () => invalidate(queryClient, api.invitations, api.audit),
  });
  const form = useForm({
    rules,
    draft: { of: draft, fields: ['name', 'email', 'role'] },
    onSubmit: ({ name, email }) => {
      sent.current = written();
      const doctors = role === 'doctor' && { specialties: [...chosen] };
      invite.mutate({ name: name.trim(), email: email.trim(), role, ...doctors });
    },
  });
  return (
    <Form of={form} aria-label="Invite somebody" className="grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Name" {...form.field('name')} autoComplete="off" maxLength={100} />
        <TextField label="Email" {...form.field('email')} type="email" autoComplete="off" maxLength={254} />
        <SelectField
          label="Role"
          {...form.field('role')}
          value={role}
          onChange={({ target }) => setRole(roleIn(target.value))}
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
            <SpecialtyChoice specialties={specialties.data} chosen={chosen} onChange={choose} />
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
