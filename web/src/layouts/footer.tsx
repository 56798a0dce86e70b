import Phone from 'lucide-react/icons/phone';
import { departments } from '../clinic/departments.ts';
import { clinicPhone } from '../clinic/facts.ts';
import { productName } from '../clinic/name.ts';
import { href } from '../pages.ts';
import { Anchor } from '../ui/anchor.tsx';
import { Brand } from './brand.tsx';

const columns = [
  { title: 'Services', links: departments.map(({ name }) => name) },
  { title: 'About', links: ['Our clinic', 'Our doctors', 'Opening hours'] },
  { title: 'Legal', links: ['Terms of Use', 'Privacy Policy', 'Cookie Policy'] },
];

export function Footer() {
  return (
    <footer className="on-night mt-auto print:hidden">
      <div className="page-width grid grid-cols-2 gap-10 py-14 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Brand onDark />
          <p className="mt-3 max-w-xs text-on-night-muted">See a doctor face to face, on a day that suits you.</p>
          <p className="mt-4">
            <a
              href={clinicPhone.href}
              className="inline-flex min-h-11 items-center gap-2.5 rounded-control font-semibold hover:underline"
            >
              <Phone className="size-4" aria-hidden="true" />
              {clinicPhone.text}
            </a>
          </p>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-labelledby={`footer-${column.title}`}>
            <h2 id={`footer-${column.title}`} className="font-semibold">
              {column.title}
            </h2>
            <ul className="mt-2">
              {column.links.map((link) => (
                <li key={link}>
                  <Anchor
                    href={href.home()}
                    className="inline-flex min-h-9 items-center rounded-control text-on-night-muted hover:text-on-night hover:underline"
                  >
                    {link}
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-t border-white/15">
        <div className="page-width flex flex-wrap justify-between gap-x-8 gap-y-1 py-5 text-sm text-on-night-muted">
          <p>© 2024 {productName()}. All rights reserved.</p>
          <p>Made by the Openhours authors as a university project.</p>
        </div>
      </div>
    </footer>
  );
}
