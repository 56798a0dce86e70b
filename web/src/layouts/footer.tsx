import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';
import Phone from 'lucide-react/icons/phone';
import { clinicPhone, WhenClinic } from '../clinic/facts.tsx';
import { productName } from '../clinic/name.ts';
import { href } from '../pages.ts';
import { Anchor } from '../ui/anchor.tsx';
import { FooterBrand } from './brand.tsx';

/** The columns of the specification. Its links lead to the first page. */
const demoColumns = [
  {
    title: 'Services',
    links: ['General', 'Pediatrics', 'Cardiology', 'Dental Care'].map((name) => ({ name, to: href.home() })),
  },
  { title: 'About', links: ['Our clinic', 'Our doctors', 'Opening hours'].map((name) => ({ name, to: href.home() })) },
];
const demoLegal = {
  title: 'Legal',
  links: ['Terms of Use', 'Privacy Policy', 'Cookie Policy'].map((name) => ({ name, to: href.home() })),
};

const ownColumn = {
  title: 'About',
  links: [
    { name: 'Our clinic', to: href.about() },
    { name: 'Our doctors', to: href.doctors() },
  ],
};

const legalColumn = {
  title: 'Legal',
  links: [
    { name: 'Terms of Use', to: href.terms(), is: 'terms' },
    { name: 'Privacy Policy', to: href.privacy(), is: 'privacy' },
    { name: 'Imprint', to: href.imprint(), is: 'imprint' },
  ],
} as const;

export function Footer() {
  const phone = clinicPhone();
  return (
    <footer className="on-night mt-auto print:hidden">
      <div className="page-width grid grid-cols-2 gap-10 large-text:grid-cols-1 py-14 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <FooterBrand />
          <p className="mt-3 max-w-xs text-on-night-muted">See a doctor face to face, on a day that suits you.</p>
          <WhenClinic is="phone">
            <p className="mt-4">
              <a
                href={phone.href}
                className="inline-flex min-h-11 items-center gap-2.5 rounded-control font-semibold hover:underline"
              >
                <Phone className="size-4" aria-hidden="true" />
                {phone.text}
              </a>
            </p>
          </WhenClinic>
        </div>
        <WhenClinic is="demo">
          {demoColumns.map((column) => (
            <Column key={column.title} {...column} />
          ))}
          <WhenClinic is="noLegal">
            <Column {...demoLegal} />
          </WhenClinic>
        </WhenClinic>
        <WhenClinic is="own">
          <Column {...ownColumn} />
        </WhenClinic>
        <WhenClinic is="legal">
          <Column {...legalColumn} />
        </WhenClinic>
      </div>
      <div className="border-t border-white/15">
        <div className="page-width flex flex-wrap justify-between gap-x-8 gap-y-1 py-5 text-sm text-on-night-muted">
          <WhenClinic is="demo">
            <p>{`© 2024 ${productName()}. All rights reserved.`}</p>
            <p>Made by the Openhours authors as a university project.</p>
          </WhenClinic>
          <WhenClinic is="own">
            <p>{`© ${productName()}`}</p>
          </WhenClinic>
        </div>
      </div>
    </footer>
  );
}

type FooterLink = {
  name: string;
  to: string;
  /** Shown only if the clinic has written this text. */
  is?: LegalText;
};

function Column({ title, links }: { title: string; links: readonly FooterLink[] }) {
  return (
    <nav aria-labelledby={`footer-${title}`}>
      <h2 id={`footer-${title}`} className="font-semibold">
        {title}
      </h2>
      <ul className="mt-2">
        {links.map(({ name, to, is }) => {
          const link = (
            <li key={name}>
              <Anchor
                href={to}
                className="inline-flex min-h-9 items-center rounded-control text-on-night-muted hover:text-on-night hover:underline"
              >
                {name}
              </Anchor>
            </li>
          );
          return is ? (
            <WhenClinic key={name} is={is}>
              {link}
            </WhenClinic>
          ) : (
            link
          );
        })}
      </ul>
    </nav>
  );
}
