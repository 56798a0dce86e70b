import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { logOtherCurrencies } from './log-other-currencies.ts';

const app = await startTestApp({ environment: { CURRENCY: 'JPY' } });
app.clock = new Date('2024-01-05T10:05:00Z');
const { db } = app.database;
await openOption(db, { treatment: 'Cardiology', priceMinor: 6000, currency: 'USD' });
await openOption(db, { treatment: 'Dental Care', priceMinor: 6000, currency: 'JPY' });
await openOption(db, { treatment: 'General', priceMinor: 6000, currency: 'KWD' });
const patient = await app.person();

const book = (treatment: string, changes: { price: number; currency?: string; slot?: string }) =>
  bookAs(patient, { appointmentDate: 'Jan 8, 2024', slot: '09:00 AM - 09:30 AM', treatment, ...changes });

describe('an existing price, after CURRENCY was changed to JPY', () => {
  it('is shown in the currency in which it was set, with the decimals of that currency', async () => {
    const { body } = await app.client().get('/api/v2/appointmentOptions?date=Jan 8, 2024');
    expect(body).toMatchObject([
      { name: 'Cardiology', price: 60, currency: 'USD' },
      { name: 'Dental Care', price: 6000, currency: 'JPY' },
      { name: 'General', price: 6, currency: 'KWD' },
    ]);
  });

  it('can be booked in that currency only', async () => {
    const refused = await book('Cardiology', { price: 60, currency: 'JPY' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'PRICE_CHANGED',
      message: 'The price of Cardiology is now $60.00. Please check it and submit again.',
      price: 60,
      currency: 'USD',
    });
    const { body } = await book('Cardiology', { price: 60, currency: 'USD' });
    const booking = await patient.get(`/api/bookings/${String(body['insertedId'])}`);
    expect(booking.body).toMatchObject({ price: 60, currency: 'USD' });
    expect((await book('General', { price: 6, slot: '10:00 AM - 10:30 AM' })).status).toBe(200);
  });

  it('is reported to the operator at start-up, with the page on which it is changed', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    await logOtherCurrencies(app.database.db, { currency: 'JPY', log });
    expect(lines).toEqual([
      expect.stringMatching(/^The clinic's currency is JPY, but 1 treatment is priced in KWD: /),
      expect.stringMatching(/^The clinic's currency is JPY, but 1 treatment is priced in USD: .* page 'Treatments'\.$/),
    ]);
  });
});
