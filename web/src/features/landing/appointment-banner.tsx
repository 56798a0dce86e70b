import { bookingStepCount, bookingSteps } from '../../clinic/booking-steps.ts';
import { href } from '../../pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';

export function AppointmentBanner() {
  return (
    <section aria-labelledby="banner-title" className="page-width">
      <div className="on-night relative overflow-hidden rounded-panel outline -outline-offset-1 outline-transparent px-6 py-12 sm:px-12 sm:py-16">
        <OpenRing />
        <div className="relative max-w-xl">
          <h2 id="banner-title" className="text-title">
            Your next appointment is {bookingStepCount} steps away
          </h2>
          <ol className="mt-5 grid gap-2 text-lg text-on-night-muted">
            {bookingSteps.map(({ title }, index) => (
              <li key={title} className="flex items-center gap-3 large-text:flex-wrap">
                <span
                  aria-hidden="true"
                  className="grid size-7 shrink-0 place-items-center rounded-full border border-white/40 text-sm font-semibold"
                >
                  {index + 1}
                </span>
                {title}
              </li>
            ))}
          </ol>
          <p className="mt-4 text-on-night-muted">You see the price before you book.</p>
          <LinkButton
            href={href.bookAppointment()}
            size="large"
            className="mt-8 bg-amber! text-night! hover:bg-on-night! dark:text-night!"
          >
            Book an Appointment
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

function OpenRing() {
  return (
    <svg
      viewBox="0 0 400 400"
      fill="none"
      aria-hidden="true"
      className="absolute -end-24 -top-16 hidden size-[34rem] lg:block"
    >
      <circle cx="200" cy="200" r="150" stroke="#ffffff" strokeWidth="34" opacity="0.07" />
      <path d="M50 200a150 150 0 1 1 225 129.9" stroke="#72d0ba" strokeWidth="34" strokeLinecap="round" opacity="0.5" />
      <path d="M200 124v80l46 32" stroke="#efb65c" strokeWidth="20" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
