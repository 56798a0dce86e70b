const steps: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
];
const words = new Intl.RelativeTimeFormat('en-US');

/**
 * A relative time: 'just now', '5 minutes ago', '1 day ago'. Not 'yesterday': a day is 24 hours here. Future times, from a
 * slow clock, are 'just now' too.
 */
export function relativeTimeText(instant: Date, now: Date): string {
  const ago = (now.getTime() - instant.getTime()) / 1000;
  const step = steps.find(({ seconds }) => ago >= seconds);
  return step ? words.format(-Math.floor(ago / step.seconds), step.unit) : 'just now';
}
