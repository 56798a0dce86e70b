import { LinkButton } from '../../ui/link-button.tsx';

export function AppointmentBanner() {
  return (
    <section aria-labelledby="banner-title" className="page-width">
      <div className="on-night relative overflow-hidden rounded-panel outline -outline-offset-1 outline-transparent px-6 py-12 sm:px-12 sm:py-16">
        <OpenRing />
        <div className="relative max-w-xl">
          <h2 id="banner-title" className="text-title">
            Your next appointment is three steps away
          </h2>
          <p className="mt-4 text-lg text-on-night-muted">
            Choose a day on the calendar, choose a treatment and one of its free times, and you are booked. You see at
            once what it costs, and you can pay now or later.
          </p>
          <LinkButton
            href="/appointment"
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
