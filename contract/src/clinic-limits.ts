type Bound = readonly [value: number, message: string];
/** The least and the most, each with what is said beyond it. */
export type Range = readonly [least: Bound, most: Bound];

/** The numbers of the clinic's rules, for the form as for the server. No schema, so importing it stays cheap. */
export const ruleLimits = {
  leastNoticeMinutes: [
    [0, 'The notice cannot be negative.'],
    [43_200, 'The notice can be at most 30 days.'],
  ],
  horizonDays: [
    [1, 'Patients must be able to book at least one day.'],
    [730, 'Patients can book at most two years ahead.'],
  ],
  maxUnpaidBookings: [
    [1, 'Patients must be able to have 1 unpaid appointment.'],
    [1000, 'Patients can have at most 1000 unpaid appointments.'],
  ],
  payWithinMinutes: [
    [10, 'Patients need at least 10 minutes to pay.'],
    [1440, 'Patients can have at most a day to pay.'],
  ],
  freeCancellationHours: [
    [0, 'The time cannot be negative.'],
    [720, 'Free cancellation can end at most 30 days before the appointment.'],
  ],
  offerMinutes: [
    [5, 'Patients need at least 5 minutes to answer an offer.'],
    [240, 'An offer can be held for at most 4 hours by day.'],
  ],
} satisfies Record<string, Range>;
