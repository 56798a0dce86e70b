import { dateText } from '@openhours/contract/instant-text.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { together } from '../../ui/together.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { listSignedInPlaces, type SignedInPlace, signOutAt, signOutElsewhere } from './account-calls.ts';
import { browserName } from './browser-name.ts';
import { ProfileCard } from './profile-card.tsx';

const ConfirmDialog = lazyDialog(() => import('../security/confirm-dialog.tsx').then((file) => file.ConfirmDialog));

/** The person's sessions, with buttons to end them. */
export function PlacesCard() {
  const queryClient = useQueryClient();
  const places = useQuery({ queryKey: queryKeys.signedInPlaces, queryFn: ({ signal }) => listSignedInPlaces(signal) });
  const own = useQuery(api.secondFactor.own.queryOptions());
  const asked = useChosen<SignedInPlace | 'all others'>();
  const others = places.data?.filter(({ isHere }) => !isHere) ?? [];
  const signOut = async (place: SignedInPlace | 'all others', { password }: { password: string }): Promise<void> => {
    try {
      if (place === 'all others') await signOutElsewhere({ password });
      else await signOutAt(place, { password });
    } finally {
      invalidate(queryClient, queryKeys.signedInPlaces);
    }
    toast.success(place === 'all others' ? 'You are signed out everywhere else.' : `Signed out: ${nameOf(place)}`);
  };
  return (
    <ProfileCard
      title="Where you are signed in"
      lead="If you do not recognise one, sign it out and change your password."
    >
      {places.data && own.data ? (
        <ul className="grid gap-3">
          {places.data.map((place) => (
            <Place key={place.id} place={place} onEnd={() => asked.open(place)} />
          ))}
        </ul>
      ) : (
        <WithoutData query={together(places, own)} message="We could not check where you are signed in.">
          <div className="grid gap-3">
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
          </div>
        </WithoutData>
      )}
      {others.length > 0 && own.data && (
        <Button
          variant="secondary"
          className="justify-self-start max-sm:whitespace-normal"
          onClick={() => asked.open('all others')}
        >
          Sign out everywhere else
        </Button>
      )}
      <ChosenDialog of={asked}>
        {(place, dialog) =>
          own.data && (
            <ConfirmDialog
              {...dialog}
              {...wordsOf(place)}
              needsPassword={own.data.hasPassword}
              onConfirm={(values) => signOut(place, values)}
            />
          )
        }
      </ChosenDialog>
    </ProfileCard>
  );
}

function wordsOf(place: SignedInPlace | 'all others') {
  return place === 'all others'
    ? {
        title: 'Sign out everywhere else?',
        description: 'Every other browser and device has to log in again.',
        action: 'Sign out everywhere else',
      }
    : {
        title: `Sign out ${nameOf(place)}?`,
        description: `It was signed in on ${dayOf(place)}, and has to log in again.`,
        action: 'Sign out',
      };
}

function nameOf({ browser }: SignedInPlace): string {
  return browserName(browser);
}

function dayOf({ since }: SignedInPlace): string {
  return dateText(since);
}

function Place({ place, onEnd }: { place: SignedInPlace; onEnd: () => void }) {
  const { address, isHere } = place;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line p-4">
      <Monitor className="size-6 shrink-0 text-pine" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 grow basis-40">
        <p className="font-medium">{nameOf(place)}</p>
        <p className="text-sm text-muted">
          Since {dayOf(place)}
          {address && ` · ${address}`}
        </p>
      </div>
      {isHere ? (
        <div className="max-sm:ms-10">
          <Badge tone="positive">This browser</Badge>
        </div>
      ) : (
        <Button variant="quiet" size="small" className="max-sm:ms-6.5" onClick={onEnd}>
          Sign out
          <span className="sr-only">
            {nameOf(place)}, since {dayOf(place)}
          </span>
        </Button>
      )}
    </li>
  );
}
