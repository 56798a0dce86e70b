import { Avatar } from '../../ui/avatar.tsx';

const testimonials = [
  {
    name: 'Winson Herry',
    place: 'Harbour Street',
    words: 'I booked at midnight and saw a doctor at ten the next morning. Nobody asked me to call back.',
  },
  {
    name: 'Marta Oduya',
    place: 'Mill Lane',
    words: 'The doctor had time. She drew my daughter a picture of her own heart, and the fear was gone.',
  },
  {
    name: 'Jonas Petersen',
    place: 'Harbour Street',
    words: 'I knew the price before I came and it was the price I paid. I wish everything worked like that.',
  },
];

export function Testimonials() {
  return (
    <section aria-labelledby="testimonials-title">
      <h2 id="testimonials-title" className="text-title">
        What our patients say
      </h2>
      <ul className="mt-8 grid gap-4 sm:gap-6 md:grid-cols-3">
        {testimonials.map(({ name, place, words }) => (
          <li key={name}>
            <figure className="flex h-full flex-col rounded-card border border-line bg-surface p-6 shadow-card">
              <blockquote className="grow text-ink">“{words}”</blockquote>
              <figcaption className="mt-5 flex items-center gap-3">
                <Avatar name={name} size="small" />
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-sm text-muted">{place}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
