import { useQuery } from '@tanstack/react-query';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** What an admin still has to do before patients can book. Nothing once they can, or while that is unknown. */
export function OpeningChecklist() {
  const facts = useQuery(api.clinicFacts.get.queryOptions({ staleTime: 0 }));
  const clinic = facts.data?.open === false ? facts.data : undefined;
  const isClosed = clinic !== undefined;
  const treatments = useQuery(api.treatments.list.queryOptions({ enabled: isClosed, staleTime: 0 }));
  const hours = useQuery(api.clinicHours.get.queryOptions({ enabled: isClosed, staleTime: 0 }));
  if (!clinic || !treatments.data || !hours.data) return null;
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-heading">Open your clinic</h2>
        <p className="mt-1 text-muted">Patients can book as soon as there is a doctor with a treatment.</p>
      </div>
      <ol className="grid gap-3">
        <Step isDone={treatments.data.some(({ active }) => active)}>
          <TextLink href={href.treatments()}>Add a treatment</TextLink> with its length and price.
        </Step>
        <Step isDone={false}>
          <TextLink href={href.invitations()}>Invite a doctor</TextLink> for it, or make yourself a doctor under{' '}
          <TextLink href={href.allUsers()}>All Users</TextLink>.
        </Step>
        <Step isDone={hours.data.weekly.length > 0}>
          <TextLink href={href.clinicHours()}>Enter your opening hours</TextLink>. Until then, doctors can be booked
          from 9 to 5 every day.
        </Step>
        <Step isDone={clinic.addressLines.length > 0}>
          <TextLink href={href.clinic()}>Enter your address</TextLink> and your phone number, so that patients can find
          you.
        </Step>
      </ol>
    </Card>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-3">
      <Icon
        className={isDone ? 'mt-0.5 size-5 shrink-0 text-pine' : 'mt-0.5 size-5 shrink-0 text-muted'}
        aria-hidden="true"
      />
      <span>
        {isDone && <span className="sr-only">Done: </span>}
        {children}
      </span>
    </li>
  );
}
