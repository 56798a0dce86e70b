import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';
import { clinicPhone, When } from '../../clinic/facts.tsx';
import { productName } from '../../clinic/name.ts';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { href, type PageName } from '../../pages.ts';

const missing = { privacy: 'noPrivacy', terms: 'noTerms', imprint: 'noImprint' } as const satisfies Record<
  LegalText,
  string
>;

/** A legal text of the clinic. The server fills it in (`server/src/http/legal-document.ts`). */
export function Page({ title, name }: { title: string; name: PageName }) {
  const kind = name === 'privacy' || name === 'terms' ? name : 'imprint';
  const phone = clinicPhone();
  return (
    <PublicLayout path={href[kind]()}>
      <article className="page-width py-12 sm:py-20">
        <h1 className="text-title">{title}</h1>
        <When is={kind}>
          <div className="mt-6 max-w-3xl [&_a]:text-pine [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-10 [&_h2]:text-heading [&_h3]:mt-6 [&_h3]:text-lg [&_li]:ms-5 [&_li]:list-disc [&_li]:ps-1 [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:grid [&_ul]:gap-1">
            {`__LEGAL:${kind}__`}
          </div>
        </When>
        <When is={missing[kind]}>
          <p className="mt-6 max-w-2xl text-lg text-muted">
            {productName()} has not published this text here yet.
            <When is="phone">
              {' Please ask for it: '}
              <a href={phone.href} className="whitespace-nowrap text-pine underline underline-offset-4">
                {phone.text}
              </a>
            </When>
          </p>
        </When>
      </article>
    </PublicLayout>
  );
}
