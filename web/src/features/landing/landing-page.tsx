import { When } from '../../clinic/facts.tsx';
import { OwnServices } from '../../clinic/own-services.tsx';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { href } from '../../pages.ts';
import { AppointmentBanner } from './appointment-banner.tsx';
import { Figures } from './figures.tsx';
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
      <div className="page-width flex flex-col gap-12 py-16 lg:flex-row lg:gap-14 lg:py-20">
        <div className="grid grow content-start gap-16">
          <When is="demo">
            <Services />
          </When>
          <When is="own">
            <OwnServices title="What we offer" />
          </When>
          <Figures />
          <Testimonials />
        </div>
        <HealthNews className="self-start max-lg:w-full lg:sticky lg:top-28 lg:w-76 lg:shrink-0" />
      </div>
    </PublicLayout>
  );
}
