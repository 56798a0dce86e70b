import type { CancellableSeries } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import type { BookingRow } from './booking-row.ts';
import { possibleCancellation } from './cancel-appointment.ts';
import { listMoneyOf } from './money-queries.ts';
import { listSeriesAfter } from './queries.ts';
import { type BookingReader, cancelsAs } from './reader.ts';
import { presentRefund } from './refund-money.ts';
import { hasMoneyToSay, seriesMessage, whyNotToo } from './series-rules.ts';

/**
 * What happens if the reader cancels an appointment and the later ones of its series now. `undefined` if there are none that
 * can be cancelled.
 */
export async function previewSeries(
  db: Database,
  { booking, reader }: { booking: BookingRow; reader: BookingReader },
): Promise<CancellableSeries | undefined> {
  const { patientId, patientName, seriesId, startsAt: moment } = booking;
  const as = cancelsAs(booking, reader);
  if (seriesId === null || !as) return undefined;
  const found = await listSeriesAfter(db, { patientId, seriesId, moment });
  const later = found.filter((one) => whyNotToo(one, { version: one.version, reader }) === undefined);
  if (later.length === 0) return undefined;
  const all = [booking, ...later];
  const money = await listMoneyOf(db, all);
  const judged = all.flatMap((one, at) => {
    const of = money[at];
    if (!of) return [];
    const { refund, message } = possibleCancellation(one, { ...of, as, reader });
    return [{ one, refund, note: refund.minor === 0 && hasMoneyToSay(one, of) ? message : undefined }];
  });
  const refunds = judged.map(({ refund }) => refund);
  const hasMoney = judged.some(({ note }) => note !== undefined);
  return {
    message: seriesMessage(refunds, { as, patientName, hasMoney }),
    appointments: judged.map(({ one, refund, note }) => ({
      _id: one.id,
      version: one.version,
      appointmentDate: mediumDateFromIso(one.day),
      slot: slotLabel(one),
      ...(one.doctorName === null ? {} : { doctorName: one.doctorName }),
      refund: presentRefund(refund),
      ...(note === undefined ? {} : { note }),
    })),
  };
}
