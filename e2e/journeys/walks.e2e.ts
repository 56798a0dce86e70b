import { randomFrom } from '@openhours/server/testing/random.ts';
import { demoAccounts, expect, test, zoneOfRun } from '../fixtures.ts';
import { screens } from '../screen-list.ts';
import { setStage } from '../stage.ts';
import { allowWalks, reducedMotion, walk } from '../walks.ts';

test.use({ timezoneId: zoneOfRun, contextOptions: { reducedMotion } });

const walked = ['home', 'appointment', 'chat', 'manage-doctors'];

test('random keyboard walks never lose the focus', async ({ browser, clinic, newVisitor, logIn, faults }) => {
  // The walk submits invalid values, which the server refuses.
  for (const status of [400, 401, 403, 404, 409, 422]) faults.expectFailed(status, /^\/api\//);
  const stage = await setStage(browser, clinic);
  const random = randomFrom(7);
  for (const screen of screens.filter(({ name }) => walked.includes(name))) {
    const page = await newVisitor();
    await allowWalks(page.context());
    if (screen.signedInAs) await logIn(page, demoAccounts[screen.signedInAs]);
    expect.soft(await walk(page, { screen, stage, random })).toBeUndefined();
  }
});
