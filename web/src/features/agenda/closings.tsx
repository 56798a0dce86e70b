import type { ClosedPart } from '@openhours/contract/availability.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import { closedText } from './words.ts';

/** Says when the clinic is closed. */
export function Closings({ parts }: { parts: readonly ClosedPart[] }) {
  return parts.map((part, at) => (
    // oxlint-disable-next-line no-array-index-key -- Two can have the same times, and even the same reason.
    <span key={at} className="block text-sm font-medium wrap-anywhere">
      {unbrokenTimes(closedText(part))}
    </span>
  ));
}
