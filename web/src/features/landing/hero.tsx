import { Baby, HeartPulse, SmilePlus, Stethoscope } from 'lucide-react';
import { buttonLook } from '../../ui/button-look.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { AvailabilityBar } from './availability-bar.tsx';
import { ConsultationIllustration } from './consultation-illustration.tsx';

const specialties = [
  { name: 'General', icon: Stethoscope },
  { name: 'Pediatrics', icon: Baby },
  { name: 'Cardiology', icon: HeartPulse },
  { name: 'Dental Care', icon: SmilePlus },
];

export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="page-width pt-10 pb-16 sm:pt-16">
      <div className="grid items-center gap-12 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
        <div>
          <h1 id="hero-title" className="text-display">
            See a doctor face to face, at a time that suits you.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-muted sm:text-xl">
            Pick a day, pick a free time, and come in. Half an hour with somebody who looks at you and not at a screen.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton href="/appointment" size="large" className="max-sm:w-full">
              See free times
            </LinkButton>
            <LinkButton href="/about" size="large" variant="quiet" className="max-sm:w-full">
              How it works
            </LinkButton>
          </div>
          <form action="/appointment" method="get" className="mt-10">
            <p id="hero-specialties" className="font-semibold">
              What do you need?
            </p>
            <ul aria-labelledby="hero-specialties" className="mt-3 grid max-w-md gap-2.5 min-[22rem]:grid-cols-2">
              {specialties.map(({ name, icon: Icon }) => (
                <li key={name}>
                  <button
                    type="submit"
                    name="specialty"
                    value={name}
                    className={buttonLook({ variant: 'secondary', className: 'w-full rounded-full! px-2!' })}
                  >
                    <Icon className="size-5 text-pine" strokeWidth={1.75} aria-hidden="true" />
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </form>
        </div>
        <ConsultationIllustration className="mx-auto w-full max-w-md lg:max-w-none" />
      </div>
      <div className="mt-14">
        <AvailabilityBar />
      </div>
    </section>
  );
}
