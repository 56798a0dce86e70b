import { instantText } from '@openhours/contract/instant-text.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { moneyText } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { bookedPrice, findBooking, whenText, withWeekday } from '../booking/index.ts';
import { appendIfRoom, defineMessage, type Kind, type Sender } from '../messages/index.ts';
import { type FoundOffer, findOffer } from './offer-store.ts';
import { textFrom } from './offer-time.ts';

interface Facts {
  /** Whose appointment it would be, if not the recipient's own. */
  readonly forWhom: string | undefined;
  readonly treatment: string;
  readonly doctorName: string | null;
  readonly offer: Pick<FoundOffer['offer'], 'day' | 'startMinute' | 'minutes'>;
  /** As a text in the clinic's time zone. */
  readonly until: string;
  /** Undefined if it costs nothing. */
  readonly price: string | undefined;
  /** The appointment that it moves. */
  readonly moved: Parameters<typeof whenText>[0] | undefined;
}

/** Tells somebody on the waiting list what they are offered. */
export function waitingListOfferMessage({ clinic, publicUrl }: Sender): Kind {
  const link = `${publicUrl}/dashboard/myAppointment`;
  return defineMessage<Facts>({
    async find(db, { about: { offerId = '' }, now }) {
      const found = await findOffer(db, offerId);
      if (found?.offer.state !== 'open' || found.offer.expiresAt <= now) return { notSent: 'The offer is over.' };
      const { offer, entry, treatment, doctorName, treatedName } = found;
      const forWhom = entry.treatedId === entry.personId ? undefined : treatedName;
      const until = instantText(offer.expiresAt, clinic.timeZone);
      const price = found.priceMinor === 0 ? undefined : moneyText(bookedPrice(found));
      const moved = entry.bookingId === null ? undefined : await findBooking(db, entry.bookingId);
      return { facts: { forWhom, treatment, doctorName, offer, until, price, moved } };
    },
    write: ({ forWhom, treatment, doctorName, offer, until, price, moved }) => ({
      short: appendIfRoom(
        `${clinic.name}: an appointment is free for you on ${mediumDateFromIso(offer.day)}, ${slotLabel(offer)}, until ${until}. To take it, open ${link}`,
        forWhom === undefined ? '' : ` (for ${forWhom})`,
      ),
      subject: 'An appointment is free for you',
      blocks: [
        { text: `You are on our waiting list, and something is free now. We keep it for you until ${until}.` },
        {
          facts: [
            ...(forWhom === undefined ? [] : [['For', forWhom] as const]),
            ['When', withWeekday(offer.day, whenText(offer))],
            ...(doctorName === null ? [] : [['With', titledName(doctorName)] as const]),
            ['Treatment', treatment],
            ...(price === undefined ? [] : [['Price', price] as const]),
            ...(moved === undefined ? [] : [['Instead of', withWeekday(moved.day, whenText(moved))] as const]),
          ],
        },
        {
          label: moved === undefined ? 'Book it' : 'Move my appointment',
          link,
        },
        { text: 'If it does not suit you, you stay on the list, and we ask the next person.' },
      ],
    }),
    topicOf: () => 'waiting-list',
    textFrom: (now) => textFrom(now, clinic.timeZone),
    sample: {
      forWhom: undefined,
      treatment: 'Check-up',
      doctorName: 'Ada Winter',
      offer: { day: '2031-03-14', startMinute: 9 * 60, minutes: 30 },
      until: 'Mar 1, 2031, 10:30 AM',
      price: '€45.00',
      moved: undefined,
    },
  });
}
