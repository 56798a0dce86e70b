import type { SessionUser } from '../../api/session.ts';
import { clinicFacts } from '../../clinic/facts.tsx';
import { Avatar } from '../../ui/avatar.tsx';

/** Fixed values from the specification, for the demo clinic. */
const counters = [
  { label: 'Profile views', value: 52 },
  { label: 'Recent post views', value: 810 },
  { label: 'Patient connections', value: 205 },
];

/** The reader. Only doctors and admins are providers: a patient's card has neither label nor counts. */
export function ProfileCard({ user }: { user: SessionUser }) {
  const isProvider = user.isDoctor || user.isAdmin;
  return (
    <section
      aria-labelledby="feed-profile"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <div className="flex items-center gap-4 large-text:flex-wrap bg-pine-soft p-5 *:first:bg-surface lg:flex-col lg:items-start lg:gap-3">
        <Avatar name={user.displayName} photoURL={user.photoURL} />
        <div className="min-w-0">
          {/* No heading: it comes before the page's. */}
          <p id="feed-profile" className="text-lg leading-snug font-[650] text-balance">
            {user.displayName}
          </p>
          {isProvider && <p className="text-[0.9375rem] text-muted">Healthcare Provider</p>}
        </div>
      </div>
      {isProvider && clinicFacts().holds.includes('demo') && (
        <dl className="grid gap-x-3 border-t border-line p-5 max-lg:grid-cols-3 large-text:grid-cols-1 lg:gap-3">
          {counters.map(({ label, value }) => (
            <div
              key={label}
              className="flex flex-col-reverse justify-end lg:flex-row lg:items-baseline lg:justify-between lg:gap-3"
            >
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-lg font-semibold tabular-nums lg:text-base">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
