import type { OptionAvailability } from '@openhours/contract/availability.ts';
import { priceOf } from '@openhours/contract/money.ts';
import type { Database } from '../../database/database.ts';
import { listPublicOptions, type WhichOptions } from './availability-store.ts';
import { type AvailabilityOfOption, findAvailability } from './find-availability.ts';
import type { TimetableInForce } from './timetable-store.ts';

/** The availability of the selected open options on `days` days from `from` on, by the current or another timetable. */
export async function listAvailability(
  db: Database,
  question: {
    which: WhichOptions;
    timetable: TimetableInForce;
    from: string;
    days: number;
    now: Date;
  },
): Promise<readonly OptionAvailability[]> {
  const { which, ...rest } = question;
  const options = await listPublicOptions(db, { which });
  return (await findAvailability(db, { ...rest, options })).map(presentAvailability);
}

export function presentAvailability({ option, days, nextFree }: AvailabilityOfOption): OptionAvailability {
  const { optionId, treatmentId, treatment, price, minutes, doctorName, doctorPhoto, doctorSlug } = option;
  return {
    optionId,
    specialtyId: treatmentId,
    treatment,
    ...(doctorName === null
      ? {}
      : {
          doctor: {
            ...(doctorSlug === null ? {} : { slug: doctorSlug }),
            name: doctorName,
            ...(doctorPhoto === null ? {} : { photoURL: doctorPhoto }),
          },
        }),
    price: priceOf(price),
    currency: price.currency,
    minutes,
    days: [...days],
    nextFree: nextFree ?? null,
  };
}
