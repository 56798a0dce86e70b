import { href } from '../web/src/pages.ts';
import { justBooked, type Screen } from './screen.ts';

const openedVisit = href.visit({ token: 'none' });
function visitAnswers(changes: Record<string, unknown> = {}) {
  const can = { confirm: true, move: true, cancel: true };
  return [{ to: /\/api\/visit$/, body: { ...justBooked, doctorName: 'Maya Lindqvist', can, ...changes } }];
}

/** The page behind the link in an email about an appointment. */
export const visitScreens: readonly Screen[] = [
  { name: 'visit', page: 'visit', path: openedVisit, shows: 'I will come', answers: visitAnswers() },
  {
    name: 'visit-confirmed',
    page: 'visit',
    path: openedVisit,
    shows: 'you will come',
    answers: visitAnswers({
      confirmedAt: '2026-01-05T10:05:00.000Z',
      can: { confirm: false, move: true, cancel: true },
    }),
  },
  {
    name: 'visit-cancelled',
    page: 'visit',
    path: openedVisit,
    shows: 'is cancelled',
    answers: visitAnswers({
      state: 'cancelled',
      paid: true,
      payBy: undefined,
      can: { confirm: false, move: false, cancel: false },
      payments: [{ amount: 25, refunded: 0, currency: 'USD', state: 'paid', refunds: [] }],
    }),
  },
  {
    name: 'visit-dead',
    page: 'visit',
    path: openedVisit,
    shows: 'no longer works',
    fails: { status: 404, path: '/api/visit' },
  },
];
