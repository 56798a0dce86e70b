/** Posts of the demo clinic's doctors, and one conversation. Times are relative to the first start. */

interface DemoPost {
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
      'How to measure your blood pressure at home: sit for five minutes first, with your back supported and both feet ' +
      'on the floor. Do not drink coffee or smoke in the half hour before. Measure twice, and write both results down.',
  },
  {
    slug: 'noor-haddad',
    minutesAgo: 5 * HOUR,
    description:
      'If your child has a fever, offer drinks often and let them rest. Please call us if they drink very little, have ' +
      'a rash or have had a fever for three days. If your baby is younger than three months, call us at once.',
  },
  {
    slug: 'amara-nwosu',
    minutesAgo: DAY + 2 * HOUR,
    description:
      'Brush your teeth twice a day, for two minutes each time. Spit out the toothpaste, but do not rinse: the fluoride ' +
      'that stays on your teeth protects them.',
  },
  {
    slug: 'elias-okafor',
    minutesAgo: 2 * DAY + 4 * HOUR,
    description:
      'Flu vaccinations are available now. You can ask for one at any appointment. Please bring your vaccination record ' +
      'if you have one.',
  },
  {
    slug: 'hana-sato',
    minutesAgo: 4 * DAY + HOUR,
    description:
      'Please bring three things to your first appointment: a list of your medicines, including those without a ' +
      'prescription; letters from other doctors; and the questions that you want to ask.',
  },
  {
    slug: 'jonas-berg',
    minutesAgo: 6 * DAY + 3 * HOUR,
    description:
      'Please book an appointment soon if a tooth hurts at night, or if the pain after something hot or cold lasts ' +
      'longer than a minute. If your face is swollen, call us on the same day.',
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
