import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { priceText } from '../../clinic/price.ts';
import { fullDate } from '../schedule/full-date.ts';
import { treatmentText } from './treatment-text.ts';

/** The day, slot, treatment, doctor and price that are chosen. */
export function SlotSummary({ day, slot, option }: { day: string; slot: string; option: AppointmentOption }) {
  return (
    <p>
      <strong className="font-semibold">{fullDate(day)}</strong>
      {`, ${slot}: ${treatmentText({ treatment: option.name, doctorName: option.doctorName })}. `}
      {option.price > 0 ? `Price: ${priceText(option)}` : 'Free of charge'}
    </p>
  );
}
