import type { ReactNode } from 'react';
import { departments } from '../../clinic/departments.ts';
import { Each, When } from '../../clinic/facts.tsx';
import { href } from '../../pages.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { AvailabilityBar } from './availability-bar.tsx';
import { departmentIcons } from './department-icons.ts';
import { DoctorsIllustration } from './doctors-illustration.tsx';

export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="page-width pt-10 pb-16 sm:pt-16">
      <div className="grid items-center gap-12 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
        <div>
          <h1 id="hero-title" className="text-display">
            See a doctor face to face, at a time that suits you.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-muted sm:text-xl">
            <When is="demo">
              Choose a day, choose a time, confirm. Then half an hour with a doctor who looks at you and not at a
              screen.
            </When>
            <When is="own">
              <When is="welcome">__CLINIC:welcome__</When>
              <When is="noWelcome">Choose a day, choose a time, confirm.</When>
            </When>
          </p>
          <When is="closed">
            <p className="mt-6 max-w-xl rounded-card border border-line bg-surface p-5 font-semibold">
              We are not open for bookings yet.
            </p>
          </When>
          <div className="mt-8 flex flex-wrap gap-3">
            <When is="open">
              <LinkButton href={href.doctors()} size="large" className="max-sm:w-full">
                See free times
              </LinkButton>
            </When>
            <LinkButton href={href.about()} size="large" variant="quiet" className="max-sm:w-full">
              How it works
            </LinkButton>
          </div>
          <When is="bookable">
            <form action={href.bookAppointment()} method="get" className="mt-10">
              <p id="hero-specialties" className="font-semibold">
                What do you need?
              </p>
              <ul aria-labelledby="hero-specialties" className="mt-3 grid max-w-md gap-2.5 min-[22rem]:grid-cols-2">
                <When is="demo">
                  {departments.map(({ name }) => {
                    const Icon = departmentIcons[name];
                    return (
                      <SpecialtyButton key={name} name={name}>
                        <Icon className="size-5 text-pine" strokeWidth={1.75} aria-hidden="true" />
                      </SpecialtyButton>
                    );
                  })}
                </When>
                <When is="own">
                  <Each of="offered">
                    <SpecialtyButton name="__ITEM:name__" />
                  </Each>
                </When>
              </ul>
            </form>
          </When>
        </div>
        <DoctorsIllustration className="mx-auto w-full max-w-md lg:max-w-none" />
      </div>
      <When is="open">
        <div className="mt-14">
          <AvailabilityBar />
        </div>
      </When>
    </section>
  );
}

function SpecialtyButton({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <li>
      <button
        type="submit"
        name="specialty"
        value={name}
        className={buttonLook({ variant: 'secondary', className: 'w-full rounded-full! px-2!' })}
      >
        {children}
        {name}
      </button>
    </li>
  );
}
