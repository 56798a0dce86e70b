import { Each, When } from '../../clinic/facts.tsx';
import { OwnServices } from '../../clinic/services.tsx';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { href } from '../../pages.ts';
import { AppointmentBanner } from './appointment-banner.tsx';
import { Hero } from './hero.tsx';
import { InfoCards } from './info-cards.tsx';
import { NewsFrame, NewsItem } from './news-frame.tsx';
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
        <HealthNews />
      </div>
    </PublicLayout>
  );
}

/** Figures about the clinic, if it has entered any. The server fills them in. */
function Figures() {
  return (
    <When is="figures">
      <section aria-labelledby="figures-title">
        <h2 id="figures-title" className="text-title">
          In figures
        </h2>
        <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-6">
          <Each of="figures">
            <div className="flex min-w-28 flex-col-reverse justify-end">
              <dt dir="auto" className="text-muted">
                __ITEM:label__
              </dt>
              <dd dir="auto" className="text-title font-semibold text-pine tabular-nums">
                __ITEM:value__
              </dd>
            </div>
          </Each>
        </dl>
      </section>
    </When>
  );
}

/** The clinic's news, if it has entered any. The server fills it in. */
function HealthNews() {
  return (
    <When is="news">
      <NewsFrame className="self-start max-lg:w-full lg:sticky lg:top-28 lg:w-76 lg:shrink-0">
        <Each of="news">
          <NewsItem topic="__ITEM:topic__" title="__ITEM:title__" text="__ITEM:text__" />
        </Each>
      </NewsFrame>
    </When>
  );
}
