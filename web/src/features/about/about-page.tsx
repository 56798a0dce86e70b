import { bookingSteps } from '../../clinic/booking-steps.ts';
import { ChangedHours } from '../../clinic/changed-hours.tsx';
import { departments } from '../../clinic/departments.ts';
import { clinicPhone, Each, When } from '../../clinic/facts.tsx';
import { productName } from '../../clinic/name.ts';
import { OwnServices } from '../../clinic/own-services.tsx';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { href } from '../../pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ClinicIllustration } from './clinic-illustration.tsx';

const lookOfLink = 'font-semibold text-pine underline decoration-pine/40 underline-offset-4 hover:decoration-pine';

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
            <section aria-labelledby="services-title">
              <h2 id="services-title" className="text-title">
                Our services
              </h2>
              <dl className="mt-6 border-t border-line">
                {departments.map(({ name, text }) => (
                  <div key={name} className="grid gap-x-6 gap-y-1 border-b border-line py-5 sm:grid-cols-[11rem_1fr]">
                    <dt className="text-lg font-semibold">{name}</dt>
                    <dd className="text-muted">{text}</dd>
                  </div>
                ))}
              </dl>
            </section>
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
                  <div>
                    <dt className="text-sm text-muted">Opening hours</dt>
                    <dd className="font-semibold">__CLINIC:openingHours__</dd>
                    <Each of="changedDays">
                      <dd className="text-[0.9375rem] text-muted">
                        <ChangedHours />
                      </dd>
                    </Each>
                  </div>
                </When>
                <When is="demo">
                  <div>
                    <dt className="text-sm text-muted">Addresses</dt>
                    <Each of="addressLines">
                      <dd className="font-semibold">__ITEM:line__</dd>
                    </Each>
                    <dd className="text-[0.9375rem] text-muted">Both are step-free and have a quiet waiting room.</dd>
                  </div>
                </When>
                <When is="own">
                  <When is="address">
                    <div>
                      <dt className="text-sm text-muted">Address</dt>
                      <dd>
                        <a href="__CLINIC:mapUrl__" className={lookOfLink}>
                          __CLINIC:address__
                        </a>
                      </dd>
                    </div>
                  </When>
                </When>
                <When is="phone">
                  <div>
                    <dt className="text-sm text-muted">Phone</dt>
                    <dd>
                      <a href={phone.href} className={lookOfLink}>
                        {phone.text}
                      </a>
                    </dd>
                  </div>
                </When>
                <When is="email">
                  <div>
                    <dt className="text-sm text-muted">Email</dt>
                    <dd>
                      <a href="mailto:__CLINIC:email__" className={lookOfLink}>
                        __CLINIC:email__
                      </a>
                    </dd>
                  </div>
                </When>
              </dl>
            </section>
          </When>
        </div>
      </div>
    </PublicLayout>
  );
}
