import { expect, it } from 'vitest';
import { withWholeDates } from './audit-words.ts';

it('keeps the parts of dates and times together', () => {
  expect(withWholeDates('Moved from Nov 3, 2026 at 8:30 AM - 9:00 AM by May Ford')).toBe(
    'Moved from Nov\u00A03,\u00A02026 at 8:30\u00A0AM\u00A0-\u00A09:00\u00A0AM by May Ford',
  );
});
