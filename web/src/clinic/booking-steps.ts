/** How booking works. Every page that shows or counts the steps uses this list. */
export const bookingSteps = [
  { title: 'Choose a day', text: 'The calendar shows free times, starting today.' },
  { title: 'Choose a time', text: 'Each treatment lists its doctor, price and free times.' },
  { title: 'Confirm', text: 'The time is yours from that moment. Nobody else can book it.' },
] as const;

const numbers = ['no', 'one', 'two', 'three', 'four', 'five'];

/** The number of steps as a word, like 'three'. */
export const bookingStepCount = numbers[bookingSteps.length] ?? String(bookingSteps.length);
