import { priceOf } from '@openhours/contract/money.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { presentClosed } from './present-closed.ts';
import type { OpenOption } from './store.ts';
import type { DayOfOption } from './timetable.ts';

/** An option with its free slots on a day. */
export function presentOption(option: OpenOption, day: DayOfOption): AppointmentOption {
  const { optionId, treatment, price, minutes, doctorName, doctorPhoto } = option;
  return {
    _id: optionId,
    name: treatment,
    price: priceOf(price),
    currency: price.currency,
    minutes,
    slots: day.free.map(slotLabel),
    ...(doctorName === null ? {} : { doctorName }),
    ...(doctorPhoto === null ? {} : { doctorPhoto }),
    ...presentClosed(day),
  };
}
