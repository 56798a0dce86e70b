/** Posts of the demo clinic's doctors, and one conversation. Times are relative to the first start. */

export interface DemoPost {
  /** A doctor of `clinic.ts`. */
  readonly slug: string;
  readonly minutesAgo: number;
  readonly description: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;

export const DEMO_POSTS: readonly DemoPost[] = [
  {
    slug: 'maya-lindqvist',
    minutesAgo: 35,
    description:
      'Before you measure your blood pressure, sit down and do nothing for five minutes. No coffee, no phone, both ' +
      'feet on the floor. Half of the high readings that people bring me are stairs and conversation.',
  },
  {
    slug: 'noor-haddad',
    minutesAgo: 5 * HOUR,
    description:
      'A fever is not an illness but an answer to one. What counts is how your child is between the peaks: drinking, ' +
      'playing a little, answering you? Then rest is a good plan. Under three months of age, always call us.',
  },
  {
    slug: 'amara-nwosu',
    minutesAgo: DAY + 2 * HOUR,
    description:
      'Two minutes, twice a day, and spit without rinsing: what stays on your teeth overnight does most of the work.',
  },
  {
    slug: 'elias-okafor',
    minutesAgo: 2 * DAY + 4 * HOUR,
    description:
      'Flu vaccinations are here. Bring your vaccination record if you can find it; if you cannot, come all the same.',
  },
  {
    slug: 'hana-sato',
    minutesAgo: 4 * DAY + HOUR,
    description:
      'Bring a list. What you take (also what needs no prescription), what you want to ask, and since when it hurts. ' +
      'Ten minutes are plenty when we spend none of them remembering.',
  },
  {
    slug: 'jonas-berg',
    minutesAgo: 6 * DAY + 3 * HOUR,
    description:
      'Cold water hurts for a second, sweets for a minute, at night for no reason: the third one should not wait.',
  },
];

/** Messages between the demo patient and the author of the first post, oldest first. */
export const DEMO_CONVERSATION: readonly {
  readonly by: 'patient' | 'doctor';
  readonly minutesAgo: number;
  readonly text: string;
}[] = [
  {
    by: 'patient',
    minutesAgo: 28,
    text: 'Thank you for this! Mine is always higher in the morning. Does it matter when I measure?',
  },
  {
    by: 'doctor',
    minutesAgo: 24,
    text: 'It does. Measure at the same times each day, once before breakfast and once in the evening, and write both down.',
  },
  { by: 'patient', minutesAgo: 22, text: 'For how long?' },
  {
    by: 'doctor',
    minutesAgo: 9,
    text: 'A week is enough. Bring the list to your appointment and we will look at it together.',
  },
];
