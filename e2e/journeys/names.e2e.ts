import { demoAccounts, expect, test } from '../fixtures.ts';

/** The links of the bar, and of an admin's side menu, as the specification names them. */
const bar = ['Openhours', 'Home', 'Appointment', 'About', 'Conversation', 'Dashboard'];
const sideMenu = ['My Appointments', 'My Posts', 'All Users', 'Add A Doctor', 'Manage Doctors'];

/** Pages, with what appears last on each: links of content that loads later count, too. */
const pages: Readonly<Record<string, RegExp>> = {
  '/': /face to face/,
  '/about': /How booking works/,
  '/feed': /^Health news$/,
};

// That no other page has two links of such a name is checked for its screen.
test('a link that the specification names is the only one of this name, on pages whose screen is for others', async ({
  page,
  logIn,
}) => {
  await logIn(page, demoAccounts.admin);
  const expectOnce = async (names: readonly string[], exact: boolean, last: RegExp) => {
    await expect(page.locator('main').getByText(last).first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    for (const name of names) {
      await expect.soft(page.getByRole('link', { name, exact }), `${name} at ${page.url()}`).toHaveCount(1);
    }
  };
  for (const [path, last] of Object.entries(pages)) {
    await page.goto(path);
    await expectOnce(bar, true, last);
  }
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expectOnce(sideMenu, false, /Find somebody, change their roles/);
});
