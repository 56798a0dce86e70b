import type { Page } from '@playwright/test';
import { openBooking } from '../../e2e/book.ts';
import { documents, pageList } from '../../web/src/pages.ts';

/** The limits of a page. Sizes in kB of gzip (1000 bytes), times in seconds, Lighthouse's scores out of 100. */
interface Budget {
  readonly kBBeforeUse: number;
  readonly kBInAll: number;
  readonly lcpSeconds: number;
  readonly cls: number;
  /** Performance, accessibility, best practices, SEO; the last for indexed pages only. */
  readonly scores: readonly [number, number, number, number?];
}

export interface MeasuredPage {
  readonly path: string;
  readonly signedIn: boolean;
  /** A selector that matches once the page can be used. */
  readonly usable: string;
  /** Loads the lazy parts of the page that need an interaction. */
  readonly use?: (page: Page) => Promise<void>;
  readonly budget: Budget;
}

const reading: Budget = { kBBeforeUse: 8, kBInAll: 120, lcpSeconds: 1.2, cls: 0, scores: [100, 100, 100, 100] };
const form: Budget = { kBBeforeUse: 110, kBInAll: 155, lcpSeconds: 1.5, cls: 0.01, scores: [100, 100, 100, 100] };
const calendar: Budget = { kBBeforeUse: 132, kBInAll: 195, lcpSeconds: 1.8, cls: 0.02, scores: [97, 100, 100] };
const dashboard: Budget = { kBBeforeUse: 128, kBInAll: 190, lcpSeconds: 1.8, cls: 0.02, scores: [97, 100, 100] };
const payment: Budget = { kBBeforeUse: 126, kBInAll: 150, lcpSeconds: 2, cls: 0.02, scores: [95, 100, 100] };

const budgets = { reading, form, calendar, times: calendar, dashboard, payment };

/** By kind of page: when it can be used, and how to load its lazy parts. */
const uses: Record<keyof typeof budgets, Pick<MeasuredPage, 'usable' | 'use'>> = {
  reading: { usable: 'h1' },
  form: { usable: 'form[novalidate]:not([data-awaits-script])' },
  calendar: { usable: 'article button:enabled', use: openBooking },
  times: { usable: 'article a' },
  dashboard: { usable: 'main:not([aria-busy]) h1' },
  payment: { usable: 'main form button:enabled' },
};

/** The pages with a budget, and their budgets. @param bookingId an appointment that can be paid for */
export function measuredPages(bookingId: string): readonly MeasuredPage[] {
  return pageList.flatMap(({ name, path, audience }) => {
    const { budget } = documents[name];
    if (!budget) return [];
    return [
      {
        path: path.replace(':id', bookingId),
        signedIn: audience !== 'everyone',
        ...uses[budget],
        budget: budgets[budget],
      },
    ];
  });
}
