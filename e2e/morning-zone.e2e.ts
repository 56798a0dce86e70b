import { expect, test } from '@playwright/test';
import { morningZone } from './morning-zone.ts';

test('the chosen zone has seven in the morning at every hour of a day', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = Temporal.Instant.from(`2026-03-01T${String(hour).padStart(2, '0')}:59:59Z`);
    const zone = morningZone(new Date(now.epochMilliseconds));
    expect(now.toZonedDateTimeISO(zone).toPlainTime().toString()).toBe('07:59:59');
  }
});
