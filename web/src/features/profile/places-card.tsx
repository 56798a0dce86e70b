import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import { useRef } from 'react';
import { failureMessage } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { listSignedInPlaces, type SignedInPlace, signOutAt, signOutElsewhere } from './account-calls.ts';
import { browserName } from './browser-name.ts';
import { ProfileCard } from './profile-card.tsx';

/** The person's sessions, with buttons to end them. */
export function PlacesCard() {
  const queryClient = useQueryClient();
  const places = useQuery({ queryKey: queryKeys.signedInPlaces, queryFn: ({ signal }) => listSignedInPlaces(signal) });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button disappears.
  const focusHeading = () => heading.current?.focus();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.signedInPlaces });
  const endAll = useMutation({
    mutationFn: signOutElsewhere,
    onSuccess: () => {
      toast.success('You are signed out everywhere else.');
      focusHeading();
    },
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: refresh,
  });
  const others = places.data?.filter(({ isHere }) => !isHere) ?? [];
  return (
    <ProfileCard
      heading={heading}
      title="Where you are signed in"
      lead="If you do not recognise one, sign it out and change your password."
    >
      {places.data ? (
        <ul className="grid gap-3">
          {places.data.map((place) => (
            <Place key={place.id} place={place} onEnded={focusHeading} onSettled={refresh} />
          ))}
        </ul>
      ) : places.isPending ? (
        <div className="grid gap-3">
          <p role="status" className="sr-only">
            Loading…
          </p>
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </div>
      ) : (
        <ErrorState
          message="We could not check where you are signed in."
          onRetry={() => void places.refetch()}
          busy={places.isFetching}
        />
      )}
      {others.length > 0 && (
        <Button
          variant="secondary"
          className="justify-self-start max-sm:whitespace-normal"
          busy={endAll.isPending}
          onClick={() => endAll.mutate()}
        >
          Sign out everywhere else
        </Button>
      )}
    </ProfileCard>
  );
}

function Place({
  place,
  onEnded,
  onSettled,
}: {
  place: SignedInPlace;
  onEnded: () => void;
  onSettled: () => Promise<void>;
}) {
  const { browser, address, since, isHere } = place;
  const name = browserName(browser);
  const when = since.toLocaleDateString('en-US', { dateStyle: 'medium' });
  const end = useMutation({
    mutationFn: () => signOutAt(place),
    onSuccess: () => {
      toast.success(`Signed out: ${name}`);
      onEnded();
    },
    onError: (error) => toast.error(failureMessage(error)),
    onSettled,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line p-4">
      <Monitor className="size-6 shrink-0 text-pine" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 grow basis-40">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          Since {when}
          {address && ` · ${address}`}
        </p>
      </div>
      {isHere ? (
        <Badge tone="positive">This browser</Badge>
      ) : (
        <Button variant="quiet" size="small" busy={end.isPending} onClick={() => end.mutate()}>
          Sign out
          <span className="sr-only">
            {name}, since {when}
          </span>
        </Button>
      )}
    </li>
  );
}
