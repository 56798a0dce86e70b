import { counted } from '@openhours/contract/counted.ts';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { countTreatmentsByCurrency } from './store.ts';

/**
 * Tells the operator which prices are not in the clinic's currency. They are not changed (decision 17), and this is not
 * an error: a clinic may change its currency treatment by treatment.
 */
export async function logOtherCurrencies(
  db: Database,
  { currency, log }: { currency: string; log: Logger },
): Promise<void> {
  for (const { currency: other, treatments } of await countTreatmentsByCurrency(db)) {
    if (other === currency) continue;
    const which = counted(treatments, 'treatment is', 'treatments are');
    log.warn(
      `The clinic's currency is ${currency}, but ${which} priced in ${other}: such prices are still shown and paid in ` +
        `${other}. Admins change them on the page 'Treatments'.`,
    );
  }
}
