import { When } from '../../clinic/facts.tsx';
import { OwnServices } from '../../clinic/own-services.tsx';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { href } from '../../pages.ts';
import { AppointmentBanner } from './appointment-banner.tsx';
import { HealthNews } from './health-news.tsx';
import { Hero } from './hero.tsx';
import { InfoCards } from './info-cards.tsx';
import { Services } from './services.tsx';
import { Testimonials } from './testimonials.tsx';

export const describesClinic = true;

/** The landing page. It needs no script; the server inserts the next free times. */
export function Page() {
  return (
    <PublicLayout path={href.home()}>
      <Hero />
      <When is="open">
        <AppointmentBanner />
      </When>
      <InfoCards />
      <When is="demo">
        <div className="page-width grid items-start gap-12 py-20 lg:grid-cols-[1fr_19rem] lg:gap-14">
          <div className="grid gap-16">
            <Services />
            <Testimonials />
          </div>
          <HealthNews className="lg:sticky lg:top-28" />
        </div>
      </When>
      <When is="own">
        <div className="page-width py-16">
          <OwnServices title="What we offer" />
        </div>
      </When>
    </PublicLayout>
  );
}
