import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { ProfileCard } from '../profile/profile-card.tsx';

/** For admins: whether the clinic requires a second factor of its staff. */
export function StaffRuleCard() {
  const rule = useQuery(api.secondFactor.rule.queryOptions());
  const save = useMutation({
    mutationFn: (required: boolean) => client.secondFactor.setRule({ required }),
    onSuccess: ({ required }) =>
      toast.success(required ? 'Staff now need a second factor.' : 'Staff no longer need a second factor.'),
    meta: { refetches: [api.secondFactor, api.audit] },
  });
  return (
    <ProfileCard
      title="Second factor for staff"
      lead="If you require it, admins, doctors and the front desk can do their work only after they have set up an app or a passkey."
    >
      {rule.data ? (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone={rule.data.required ? 'positive' : 'neutral'}>
              {rule.data.required ? 'Required' : 'Not required'}
            </Badge>
            <p>{withoutWords(rule.data.staffWithout)}</p>
          </div>
          <FormError message={failureMessage(save.error)} />
          <Button
            variant="secondary"
            className="justify-self-start"
            busy={save.isPending}
            onClick={() => save.mutate(!rule.data.required)}
          >
            {rule.data.required ? 'Stop requiring it' : 'Require it'}
          </Button>
        </div>
      ) : (
        <WithoutData query={rule} message="We could not load this setting.">
          <Skeleton className="h-24" />
        </WithoutData>
      )}
    </ProfileCard>
  );
}

function withoutWords(count: number): string {
  if (count === 0) return 'Everyone on the staff has a second factor.';
  return count === 1 ? 'One person on the staff has none.' : `${count} people on the staff have none.`;
}
