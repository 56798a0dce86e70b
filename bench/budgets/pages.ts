import type { Page } from '@playwright/test';
import { openBooking } from '../../e2e/book.ts';

/** What a page may cost. Sizes in kB of gzip (1000 bytes), times in seconds, Lighthouse's scores out of 100. */
export interface Budget {
  readonly kBBeforeUse: number;
  readonly kBInAll: number;
  readonly lcpSeconds: number;
  readonly cls: number;
  /** Performance, accessibility, best practices, search; the last is for pages that search engines may list. */
  readonly scores: readonly [number, number, number, number?];
}

export interface MeasuredPage {
  readonly path: string;
  readonly signedIn: boolean;
  /** A selector of what is there when the page can be used. */
  readonly usable: string;
  /** Brings in what the page fetches lazily, beyond what it fetches by itself. */
  readonly use?: (page: Page) => Promise<void>;
  readonly budget: Budget;
}

const toRead: Budget = { kBBeforeUse: 8, kBInAll: 120, lcpSeconds: 1.2, cls: 0, scores: [100, 100, 100, 100] };
const forms: Budget = { kBBeforeUse: 110, kBInAll: 155, lcpSeconds: 1.5, cls: 0.01, scores: [100, 100, 100, 100] };
const calendar: Budget = { kBBeforeUse: 135, kBInAll: 195, lcpSeconds: 1.8, cls: 0.02, scores: [97, 100, 100] };
const dashboard: Budget = { kBBeforeUse: 130, kBInAll: 190, lcpSeconds: 1.8, cls: 0.02, scores: [97, 100, 100] };
const payment: Budget = { kBBeforeUse: 130, kBInAll: 150, lcpSeconds: 2, cls: 0.02, scores: [95, 100, 100] };

const readyForm = 'form[novalidate]:not([data-awaits-script])';
const loaded = 'main:not([aria-busy]) h1';

/** The pages that have a budget, and the budgets. @param bookingId an appointment that can be paid for */
export function measuredPages(bookingId: string): readonly MeasuredPage[] {
  return [
    { path: '/', signedIn: false, usable: 'h1', budget: toRead },
    { path: '/about', signedIn: false, usable: 'h1', budget: toRead },
    { path: '/login', signedIn: false, usable: readyForm, budget: forms },
    { path: '/signup', signedIn: false, usable: readyForm, budget: forms },
    { path: '/appointment', signedIn: true, usable: 'article button:enabled', use: openBooking, budget: calendar },
    { path: '/dashboard', signedIn: true, usable: loaded, budget: dashboard },
    { path: '/dashboard/myAppointment', signedIn: true, usable: `${loaded}, td`, budget: dashboard },
    { path: '/dashboard/profile', signedIn: true, usable: 'main form', budget: dashboard },
    { path: `/dashboard/payment/${bookingId}`, signedIn: true, usable: 'main form button:enabled', budget: payment },
  ];
}
