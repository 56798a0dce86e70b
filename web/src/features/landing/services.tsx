import { departments } from '../../clinic/departments.ts';
import { departmentIcons } from './department-icons.ts';

const tooth =
  'M48 20c-7 0-10 4-18 4-9 0-16 6-16 18 0 11 5 17 7 30 2 12 3 24 9 24s6-26 18-26 12 26 18 26 7-12 9-24c2-13 7-19 7-30 0-12-7-18-16-18-8 0-11-4-18-4z';

/** `mark` is drawn on a tooth. */
const services = [
  {
    name: 'Fluoride Treatment',
    text: 'A thin varnish that hardens enamel where it has become weak. Ten minutes, and nothing hurts.',
    mark: 'M66 8c9 11 13 17 13 23a13 13 0 0 1-26 0c0-6 4-12 13-23z',
  },
  {
    name: 'Cavity Filling',
    text: 'The dentist removes the decay and puts in a filling of the colour of your tooth, in one visit.',
    mark: 'M34 42c4-8 10-6 14-4s12 0 14 6-4 14-13 14-18-8-15-16z',
  },
  {
    name: 'Teeth Whitening',
    text: 'A dentist removes the stains of coffee and tea, and takes care not to irritate your gums.',
    mark: 'M70 14l4 10 10 4-10 4-4 10-4-10-10-4 10-4zM34 40l3 7 7 3-7 3-3 7-3-7-7-3 7-3z',
  },
];

export function Services() {
  return (
    <section aria-labelledby="services-title">
      <h2 id="services-title" className="text-title">
        Services people come for
      </h2>
      <dl className="mt-8 grid gap-x-6 gap-y-5 md:grid-cols-2">
        {departments.map(({ name, text }) => {
          const Icon = departmentIcons[name];
          return (
            <div key={name} className="grid grid-cols-[auto_1fr] gap-x-4">
              <dt className="contents font-semibold">
                <span className="row-span-2 grid size-11 place-items-center rounded-full bg-pine-soft text-pine">
                  <Icon className="size-5.5" strokeWidth={1.75} aria-hidden="true" />
                </span>
                <span className="text-lg">{name}</span>
              </dt>
              <dd className="col-start-2 text-muted">{text}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-8 font-semibold">In Dental Care</p>
      <ul className="mt-4 grid gap-4 sm:gap-6 md:grid-cols-3">
        {services.map(({ name, text, mark }) => (
          <li
            key={name}
            className="rounded-card border border-line bg-surface p-6 shadow-card max-md:flex max-md:gap-5"
          >
            <svg viewBox="0 0 96 104" fill="none" aria-hidden="true" className="w-14 shrink-0 self-start md:w-16">
              <path d={tooth} className="fill-surface stroke-pine" strokeWidth="4" strokeLinejoin="round" />
              <path d={mark} className="fill-amber" />
            </svg>
            <div>
              <h3 className="text-lg font-semibold md:mt-5">{name}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
