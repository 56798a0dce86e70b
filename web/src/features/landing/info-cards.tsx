import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { clinicAddresses, clinicPhone, openingHours } from '../../clinic/facts.ts';

const cards = [
  { title: 'Opening hours', icon: Clock, text: openingHours },
  { title: 'Our locations', icon: MapPin, text: `${clinicAddresses.join(' and ')}, both step-free` },
  { title: 'Contact us', icon: Phone, text: clinicPhone.text, href: clinicPhone.href },
];

export function InfoCards() {
  return (
    <section aria-label="Visiting us" className="page-width mt-6">
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {cards.map(({ title, icon: Icon, text, href }) => (
          <li
            key={title}
            className="flex items-start gap-4 rounded-card md:max-lg:flex-col border border-line bg-surface p-6 shadow-card"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-pine-soft text-pine">
              <Icon className="size-6" strokeWidth={1.75} aria-hidden="true" />
            </span>
            <div className="min-w-0">
              <h2 className="text-lg font-semibold">{title}</h2>
              <p className="mt-1 text-muted">
                {href ? (
                  <a href={href} className="underline decoration-line-strong underline-offset-4 hover:text-ink">
                    {text}
                  </a>
                ) : (
                  text
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
