import { classNames } from '../../ui/class-names.ts';

const items = [
  { topic: 'Teeth', title: 'Two minutes, twice a day', text: 'Why the second brushing matters more than the brush.' },
  { topic: 'Heart', title: 'Know your blood pressure', text: 'One reading a year tells more than how you feel.' },
  { topic: 'Children', title: 'The first visit', text: 'Bring them when nothing hurts, and let them look around.' },
  { topic: 'Season', title: 'Flu shots are in', text: 'Ask for one at any appointment. It takes a minute.' },
];

export function HealthNews({ className }: { className?: string }) {
  return (
    <aside
      aria-labelledby="news-title"
      className={classNames(
        'rounded-panel bg-sunken p-6 outline -outline-offset-1 outline-transparent sm:p-8',
        className,
      )}
    >
      <h2 id="news-title" className="text-heading">
        Health news
      </h2>
      <ul className="mt-2 grid sm:max-lg:grid-cols-2 sm:max-lg:gap-x-8">
        {items.map(({ topic, title, text }) => (
          <li key={title} className="border-line py-4 not-first:border-t sm:max-lg:border-t">
            <p className="text-sm font-semibold text-pine">{topic}</p>
            <h3 className="mt-0.5 font-semibold">{title}</h3>
            <p className="mt-1 text-[0.9375rem] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
