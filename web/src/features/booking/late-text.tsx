/** On the day: the doctor is behind. */
export function LateText({ minutes }: { minutes: number }) {
  return <span className="block font-semibold text-amber-ink">{`Running about ${minutes} minutes late`}</span>;
}
