/** A date of a series, and why it cannot be booked. */
export interface SeriesDate {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly clash: string | undefined;
}
