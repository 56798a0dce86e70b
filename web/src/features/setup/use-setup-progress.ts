import type { ClinicFacts } from '@openhours/contract/clinic-facts.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { SetupProgress } from './steps.ts';

const fresh = { staleTime: 0 };

/** What the set-up has reached, from the database. */
type Reached = {
  facts: ClinicFacts;
  /** What exists of each step. */
  progress: SetupProgress;
  /** The names of active treatments that no doctor offers. */
  notOffered: readonly string[];
};

/** How far the set-up has come; undefined until it is known. For admins. */
export function useSetupProgress({ enabled = true } = {}): Reached | undefined {
  const facts = useQuery(api.clinicFacts.get.queryOptions({ ...fresh, enabled }));
  const hours = useQuery(api.clinicHours.get.queryOptions({ ...fresh, enabled }));
  const treatments = useQuery(api.treatments.list.queryOptions({ ...fresh, enabled }));
  const invitations = useQuery(api.invitations.list.queryOptions({ ...fresh, enabled }));
  if (!facts.data || !hours.data || !treatments.data || !invitations.data) return undefined;
  const { open, addressLines, city, postcode, phone, email } = facts.data;
  return {
    facts: facts.data,
    notOffered: treatments.data.flatMap(({ name, active, isOffered }) => (active && !isOffered ? [name] : [])),
    progress: {
      // Not by the country: the first step has it from the time zone.
      clinic: [...addressLines, city, postcode, phone, email].some((text) => text !== ''),
      hours: hours.data.weekly.length > 0,
      treatments: treatments.data.some(({ active }) => active),
      doctor: open || invitations.data.some(({ role }) => role === 'doctor'),
    },
  };
}
