import { counted } from '@openhours/contract/counted.ts';
import { type DemoRemoval, previewRemoval, removeDemo } from '../demo/remove-demo.ts';
import { confirmed } from './confirmed.ts';
import { runOnDatabase } from './run-on-database.ts';

/**
 * `npm run demo:remove` deletes the demo clinic and its accounts, and leaves real people and their data. Asks first,
 * unless `--yes`.
 */
await runOnDatabase(async ({ db, config }) => {
  const found = await previewRemoval(db, new Date());
  if (found.people === 0) {
    console.log('There is no demo in this database.');
    return 0;
  }
  console.log(`The demo has ${found.people} invented people with ${found.appointments} appointments.`);
  if (found.comingAppointments > 0) console.log(aboutComing(found.comingAppointments));
  if (found.waiting > 0) {
    console.log(
      `The waiting list has ${counted(found.waiting, 'entry', 'entries')} of real people for demo doctors. These entries will be deleted. First open the page 'Waiting List' and note whom to inform.`,
    );
  }
  if (!(await confirmed('Delete the demo?'))) {
    console.error('Nothing was deleted.');
    return 1;
  }
  console.log(report(await removeDemo(db, new Date())));
  if (config.demo) console.log('The next start creates a new demo, unless DEMO=off or NODE_ENV=production is set.');
  return 0;
});

function report({ people, appointments, treatments, comingAppointments, waiting }: DemoRemoval): string {
  const left = [
    people.needed.length > 0 &&
      `${people.needed.length} names in logs and in what real people have (nobody can sign in as them)`,
    appointments.needed.length > 0 && `${appointments.needed.length} appointments that were paid for`,
    treatments.needed.length > 0 && `${treatments.needed.length} treatments that are in use`,
  ].filter((line) => line !== false);
  return [
    `Deleted: ${people.deleted} people, ${appointments.deleted} appointments, ${treatments.deleted} treatments.`,
    ...(left.length > 0 ? [`Kept: ${left.join('; ')}.`] : []),
    ...(comingAppointments > 0 ? [aboutComing(comingAppointments)] : []),
    ...(waiting > 0
      ? [
          `Deleted from the waiting list: ${counted(waiting, 'request', 'requests')} of real people for demo doctors; please inform these patients.`,
        ]
      : []),
  ].join('\n');
}

function aboutComing(appointments: number): string {
  return `Real people have ${appointments} upcoming appointments with demo doctors. They were not deleted; please inform these patients.`;
}
