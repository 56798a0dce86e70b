import type { LucideIcon } from 'lucide-react';
import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { ChangedHours } from '../../clinic/changed-hours.tsx';
import { clinicPhone, Each, When } from '../../clinic/facts.tsx';

const phone = clinicPhone();
const lookOfLink = 'underline decoration-line-strong underline-offset-4 hover:text-ink';

/** Shows only facts that the clinic has entered. */
export function InfoCards() {
  return (
    <When is="visit">
      <section aria-label="Visiting us" className="page-width mt-6">
        <ul className="grid gap-4 md:auto-cols-fr md:grid-flow-col md:gap-6">
          <When is="openingHours">
            <InfoCard title="Opening hours" icon={Clock} below={<ComingChanges />}>
              __CLINIC:openingHours__
            </InfoCard>
          </When>
          <When is="demo">
            <InfoCard title="Our locations" icon={MapPin}>
              __CLINIC:houses__, both step-free
            </InfoCard>
          </When>
          <When is="own">
            <When is="address">
              <InfoCard title="Where we are" icon={MapPin}>
                <a href="__CLINIC:mapUrl__" className={lookOfLink}>
                  __CLINIC:address__
                </a>
              </InfoCard>
            </When>
          </When>
          <When is="phone">
            <InfoCard title="Contact us" icon={Phone}>
              <a href={phone.href} className={lookOfLink}>
                {phone.text}
              </a>
            </InfoCard>
          </When>
          <When is="email">
            <InfoCard title="Write to us" icon={Mail}>
              <a href="mailto:__CLINIC:email__" className={lookOfLink}>
                __CLINIC:email__
              </a>
            </InfoCard>
          </When>
        </ul>
      </section>
    </When>
  );
}

/** The next special opening hours and closing days. */
function ComingChanges() {
  return (
    <When is="changedDays">
      <ul className="mt-2 text-[0.9375rem] text-muted">
        <Each of="changedDays">
          <li>
            <ChangedHours />
          </li>
        </Each>
      </ul>
    </When>
  );
}

function InfoCard({
  title,
  icon: Icon,
  below,
  children,
}: {
  title: string;
  icon: LucideIcon;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex items-start gap-4 rounded-card md:max-lg:flex-col large-text:flex-col border border-line bg-surface p-6 shadow-card">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-pine-soft text-pine">
        <Icon className="size-6" strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 text-muted">{children}</p>
        {below}
      </div>
    </li>
  );
}
