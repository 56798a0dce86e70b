import { useEffect, useState } from 'react';
import { chosenTime } from './chosen-time.ts';
import { safeNext } from './safe-next.ts';

/** The time that was chosen before, and that booking it continues after this form. */
export function ChosenTimeNote({ action }: { action: 'log in' | 'sign up' }) {
  const [time, setTime] = useState<string>();
  // After hydration: the prerendered page is the same for everyone.
  useEffect(() => setTime(chosenTime(safeNext(location.search))), []);
  if (time === undefined) return null;
  return (
    <p className="mb-5 rounded-control bg-pine-soft px-4 py-3 text-pine">
      You chose <strong className="font-semibold">{time}</strong>. After you {action}, you can book it.
    </p>
  );
}
