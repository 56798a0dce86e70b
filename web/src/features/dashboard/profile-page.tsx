import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { updateDisplayName } from '../../api/session.ts';
import { sessionQuery, useSignedInUser } from '../../api/session-query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { roleLabel } from './role-label.ts';

export function Component() {
  const user = useSignedInUser();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.displayName);
  const save = useMutation({
    mutationFn: () => updateDisplayName(name.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast.success('Your name is saved.');
    },
  });
  const missing = name.trim() === '';
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!missing) save.mutate();
  };
  return (
    <>
      <PageHeading title="Profile">What the clinic sees of you.</PageHeading>
      <Card className="grid max-w-2xl gap-8">
        <div className="flex items-center gap-5">
          <Avatar name={user.displayName} photoURL={user.photoURL} size="large" />
          <div className="min-w-0">
            <h2 className="text-heading">{user.displayName}</h2>
            <p className="mt-2">
              <Badge tone="positive">{roleLabel(user)}</Badge>
            </p>
          </div>
        </div>
        <form noValidate onSubmit={submit} className="grid gap-5">
          <TextField
            label="Name"
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={missing ? 'Name is Required' : undefined}
          />
          <TextField label="Email" type="email" value={user.email} readOnly />
          <FormError message={save.error?.message} />
          <Button type="submit" busy={save.isPending} className="justify-self-start">
            Save
          </Button>
        </form>
      </Card>
    </>
  );
}
