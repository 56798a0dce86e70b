import type { ReactNode } from 'react';
import { bookingSteps } from '../../clinic/booking-steps.ts';
import { ChangedHours } from '../../clinic/changed-hours.tsx';
import { departments } from '../../clinic/departments.ts';
import { clinicPhone, Each, When } from '../../clinic/facts.tsx';
import { productName } from '../../clinic/name.ts';
import { OwnServices, Service, ServiceList } from '../../clinic/services.tsx';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { href } from '../../pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ClinicIllustration } from './clinic-illustration.tsx';

export function Page() {
  const phone = clinicPhone();
  return (
    <PublicLayout path={href.about()}>
      <div className="page-width py-12 sm:py-20">
        <div className="grid items-center gap-12 lg:grid-cols-[1.2fr_1fr]">
          <div>
            <When is="demo">
              <h1 className="text-display">A clinic that keeps its hours.</h1>
              <p className="mt-6 max-w-2xl text-lg text-muted sm:text-xl">
                {productName()} is a clinic for everyday medicine. We see people in person, in half hours that start
                when they are meant to start, every day from nine to five.
              </p>
            </When>
            <When is="own">
              <h1 className="text-display">About {productName()}</h1>
              <When is="about">
                <Each of="about">
                  <p className="mt-6 max-w-2xl text-lg text-muted sm:text-xl">__ITEM:text__</p>
                </Each>
              </When>
              <When is="closed">
                <p className="mt-6 max-w-2xl text-lg font-semibold">We are not open for bookings yet.</p>
              </When>
            </When>
          </div>
          <ClinicIllustration className="mx-auto w-full max-w-lg" />
        </div>

        <section aria-labelledby="how-title" className="mt-16 sm:mt-24">
          <h2 id="how-title" className="text-title">
            How booking works
          </h2>
          <ol className="mt-8 grid gap-px overflow-hidden rounded-panel border border-line bg-line lg:grid-cols-3">
            {bookingSteps.map(({ title, text }, index) => (
              <li key={title} className="bg-surface p-6 max-lg:flex max-lg:gap-4">
                <span
                  aria-hidden="true"
                  className="grid size-9 shrink-0 place-items-center rounded-full bg-pine-soft font-semibold text-pine"
                >
                  {index + 1}
                </span>
                <div>
                  <h3 className="font-semibold lg:mt-4">{title}</h3>
                  <p className="mt-1 text-[0.9375rem] text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt-6 max-w-2xl text-muted">
            You can pay online, from your list of appointments.
            <When is="demo">{' On the day, arrive five minutes early and bring your medicines in their boxes.'}</When>
          </p>
          <When is="open">
            <LinkButton href={href.doctors()} size="large" className="mt-8">
              See free times
            </LinkButton>
          </When>
        </section>

        <div className="mt-16 grid gap-12 sm:mt-24 lg:grid-cols-[1fr_22rem]">
          <When is="own">
            <OwnServices title="Our services" />
          </When>
          <When is="demo">
            <ServiceList title="Our services">
              {departments.map((department) => (
                <Service key={department.name} {...department} />
              ))}
            </ServiceList>
          </When>
          <When is="visit">
            <section
              aria-labelledby="visit-title"
              className="rounded-panel outline -outline-offset-1 outline-transparent bg-sunken p-6 sm:p-8"
            >
              <h2 id="visit-title" className="text-heading">
                Visit us
              </h2>
              <dl className="mt-5 grid gap-5">
                <When is="openingHours">
                  <Detail term="Opening hours">
                    <dd className="font-semibold">__CLINIC:openingHours__</dd>
                    <Each of="changedDays">
                      <dd className="text-[0.9375rem] text-muted">
                        <ChangedHours />
                      </dd>
                    </Each>
                  </Detail>
                </When>
                <When is="demo">
                  <Detail term="Addresses">
                    <Each of="addressLines">
                      <dd className="font-semibold">__ITEM:line__</dd>
                    </Each>
                    <dd className="text-[0.9375rem] text-muted">Both are step-free and have a quiet waiting room.</dd>
                  </Detail>
                </When>
                <When is="own">
                  <When is="address">
                    <LinkDetail term="Address" href="__CLINIC:mapUrl__" text="__CLINIC:address__" />
                  </When>
                </When>
                <When is="phone">
                  <LinkDetail term="Phone" {...phone} />
                </When>
                <When is="email">
                  <LinkDetail term="Email" href="mailto:__CLINIC:email__" text="__CLINIC:email__" />
                </When>
              </dl>
            </section>
          </When>
        </div>
      </div>
    </PublicLayout>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      {children}
    </div>
  );
}

function LinkDetail({ term, href, text }: { term: string; href: string; text: string }) {
  return (
    <Detail term={term}>
      <dd>
        <a
          href={href}
          className="font-semibold text-pine underline decoration-pine/40 underline-offset-4 hover:decoration-pine"
        >
          {text}
        </a>
      </dd>
    </Detail>
  );
}
