import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formFailureMessage } from '../../api/failure.ts';
import { postJson } from '../../api/http.ts';
import type { SessionUser } from '../../api/session.ts';
import { sessionQuery, useSignedInUser } from '../../api/session-query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { notBlank } from '../../ui/required.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { ImagePicker } from '../images/image-picker.tsx';
import { UnconfirmedEmail } from '../profile/unconfirmed-email.tsx';
import { roleLabel } from './role-label.ts';

const AccountCards = lazy(() =>
  import('../profile/account-cards.tsx').then((file) => ({ default: file.AccountCards })),
);

const rules = { name: notBlank('Name is Required') };
const cardsAfterMillis = 500;
const notLoaded = 'We could not load the rest of your profile. Please try again in a moment.';

export function Component() {
  const user = useSignedInUser();
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => postJson('/api/auth/update-user', { name: name.trim() }),
    onSuccess: () => toast.success('Your name is saved.', { topic: 'name' }),
    meta: { refetches: [sessionQuery.queryKey], waits: true },
  });
  // Cards further down load after the rest of the page.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsShown(true), cardsAfterMillis);
    return () => window.clearTimeout(timer);
  }, []);
  const form = useForm({
    rules,
    onSubmit: (values) => save.mutate(values),
  });
  return (
    <>
      <PageHeading title="Profile">
        Your name and photo as the clinic sees them, how and where you are signed in, and your data.
      </PageHeading>
      <div className="grid max-w-2xl gap-6">
        {!user.emailVerified && (
          <UnconfirmedEmail email={user.email} ifWrong="If the address is wrong, change it below." />
        )}
        <Card className="grid gap-8">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
            <h2 className="min-w-0 text-heading wrap-anywhere">{user.displayName}</h2>
            <Badge tone="positive">{roleLabel(user)}</Badge>
          </div>
          <ProfilePhoto user={user} />
          <Form of={form} className="grid gap-5">
            <TextField label="Name" autoComplete="name" {...form.field('name')} defaultValue={user.displayName} />
            <TextField label="Email" type="email" value={user.email} readOnly />
            <FormError message={formFailureMessage(save.error)} />
            <Button type="submit" busy={save.isPending} className="justify-self-start">
              Save
            </Button>
          </Form>
        </Card>
        <ErrorBoundary
          show={() => (
            <ErrorState message={notLoaded} query={{ refetch: () => location.reload(), isFetching: false }} />
          )}
        >
          <Suspense fallback={<CardsOutline />}>{isShown ? <AccountCards /> : <CardsOutline />}</Suspense>
        </ErrorBoundary>
      </div>
    </>
  );
}

/** The account's cards that load: people, password, places, data, deletion. */
function CardsOutline() {
  return ['h-46 sm:h-42', 'h-112 sm:h-101', 'h-68 sm:h-52', 'h-50 sm:h-44', 'h-50 sm:h-44'].map((height, place) => (
    // oxlint-disable-next-line no-array-index-key -- They never change.
    <Skeleton key={place} className={classNames('rounded-card!', height)} />
  ));
}

/** The signed-in person's photo. Choosing or removing one saves at once. */
function ProfilePhoto({ user }: { user: SessionUser }) {
  const save = useMutation({
    // The address of an uploaded image; null removes the photo.
    mutationFn: (image: string | null) => postJson('/api/auth/update-user', { image }),
    onSuccess: (_answer, image) =>
      toast.success(image ? 'Your photo is saved.' : 'Your photo is removed.', { topic: 'photo' }),
    meta: { refetches: [sessionQuery.queryKey], waits: true },
  });
  return (
    <ImagePicker
      label="Photo"
      shape="round"
      value={save.isPending ? save.variables : user.photoURL}
      onChange={(image) => save.mutate(image)}
      placeholder={<Avatar name={user.displayName} size="large" />}
      error={save.error?.message}
    />
  );
}
