import type { Page } from '@playwright/test';
import type { PageName } from '../web/src/pages.ts';
import type { Answer } from './answers.ts';
import type { demoAccounts } from './people.ts';

/** Data that is added to a demo clinic so that every screen has something to show. */
export interface Stage {
  bookingId: string;
  /** The id of the unpaid booking. */
  treatment: string;
  paymentId: string;
  receiptNumber: string;
  postId: string;
  conversationId: string;
  doctorId: string;
}

/** A screen of the product; `prepare` changes the loaded page's state, for example opens a dialog. */
export interface Screen {
  name: string;
  /** The page; undefined for an address without a page. */
  page: PageName | undefined;
  /** Required if the page's address has an id or a query. */
  path?: string | ((stage: Stage) => string);
  /** The document's title, without the clinic's name; by default the page's title. */
  title?: string | ((stage: Stage) => string);
  /** Text that appears when the screen has loaded, and is not in the outline. */
  shows: string | RegExp;
  signedInAs?: keyof typeof demoAccounts;
  /** Answers that replace or change the server's. */
  answers?: readonly Answer[];
  prepare?: (page: Page) => Promise<void>;
  /** The screen that has to be open before `prepare`, in the same document. */
  after?: Screen;
  /** The page whose layout this page has, with another text or another reader. */
  hasLayoutOf?: PageName;
  /** Whether people print it. */
  isPrinted?: boolean;
  /** The call that fails on this screen. */
  fails?: { status: number; path: string };
}

/**
 * A screen and states of it that follow each other in the same document, because a page that is loaded anew takes a third of
 * a screen's time. They have the page, the answers and the reader of the first one.
 */
export function inTurn(first: Screen, ...states: readonly State[]): readonly Screen[] {
  const screens = [first];
  for (const state of states) screens.push({ ...first, isPrinted: false, ...state, after: screens.at(-1) ?? first });
  return screens;
}
type State = Required<Pick<Screen, 'name' | 'prepare'>> & Pick<Screen, 'title' | 'fails'>;

/** Closes the dialog of the screen before. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Closes the dialog of the screen before, in which text was typed. */
export async function discardDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** What the answers about an appointment have in common. */
export const bookedAppointment = {
  patient: 'Sam Rivera',
  email: 'patient@openhours.example',
  treatment: 'Cardiology',
  appointmentDate: 'Jan 5, 2099',
  slot: '09:00 AM - 09:30 AM',
  startsAt: '2099-01-05T09:00:00.000Z',
  minutes: 30,
  price: 140,
  currency: 'USD',
  paid: false,
  state: 'booked',
  version: 1,
  history: [],
  bookedAt: '2026-01-05T10:05:00.000Z',
};

const refundOf = (amount: number) => ({ amount, currency: 'USD', atClinic: 0, byInsurance: 0 });

/** What is refunded if somebody cancels an appointment alone, or with the later ones of its series. */
export function cancellationOfSeries(reader: 'staff' | 'patient') {
  const [whose, getsBack] =
    reader === 'staff' ? ['The payment by Pat Patient', 'Pat Patient gets back'] : ['Your payment', 'You get back'];
  const how = reader === 'staff' ? ' online.' : '.';
  return {
    refund: refundOf(140),
    freeUntil: '2099-01-04T10:30:00.000Z',
    message: `${getsBack} $140.00${how}`,
    needsReason: reader === 'staff',
    series: {
      message: `${getsBack} $280.00${how}`,
      appointments: [
        { appointmentDate: 'Jan 5, 2099', refund: refundOf(140) },
        {
          appointmentDate: 'Jan 12, 2099',
          refund: refundOf(0),
          note: `${whose} is being processed. If the appointment is cancelled, it is refunded when it arrives.`,
        },
        { appointmentDate: 'Jan 20, 2099', refund: refundOf(140), doctorName: 'Elias Okafor' },
        { appointmentDate: 'Jan 26, 2099', refund: refundOf(0) },
      ].map((given, at) => ({
        _id: `01a1fcd7-ab4d-70b9-8038-09f3cb3fa7e${at}`,
        version: 1,
        slot: '10:30 AM - 11:00 AM',
        doctorName: 'Amara Nwosu',
        ...given,
      })),
    },
  };
}

/** A name that does not fit on one line of a phone. */
export const longName =
  'Maximiliane-Alexandra Wolfeschlegelsteinhausenbergerdorff de la Santísima Trinidad Ruiz y Picasso';

/** Ids that belong to nothing in the demo clinic. */
export const unknownId = '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7dc';
export const otherId = unknownId.replace('01a1', '01a2');

/** An appointment of somebody who has not confirmed their address. */
export const justBooked = {
  ...bookedAppointment,
  _id: unknownId,
  reference: 'K7M4PX',
  emails: 'unconfirmed',
  phone: '',
  visitReason: '',
  can: { cancel: true, move: true, takePayment: false, become: [] },
  payBy: '2099-01-02T10:35:00.000Z',
};
