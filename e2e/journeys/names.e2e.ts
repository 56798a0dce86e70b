import { demoAccounts, expect, test } from '../fixtures.ts';

/** The links of the bar, and of an admin's side menu, as the specification names them. */
const bar = ['Openhours', 'Home', 'Appointment', 'About', 'Conversation', 'Dashboard'];
const sideMenu = ['My Appointments', 'My Posts', 'All Users', 'Add A Doctor', 'Manage Doctors'];

/** Pages, with what appears last on each: links of content that loads later count, too. */
const pages: Readonly<Record<string, RegExp>> = {
  '/': /face to face/,
  '/about': /How booking works/,
  '/appointment': /Available Appointments/,
  '/conversations': /No conversations yet|^Details$/,
  '/feed': /^Health news$/,
};
const dashboardPages: Readonly<Record<string, RegExp>> = {
  '/dashboard': /Find somebody, change their roles/,
  '/dashboard/allUsers': /@/,
  '/dashboard/manageDoctors': /@/,
  '/dashboard/doctorPosts': /No posts yet|^Delete$/,
};

test('a link that the specification names is the only one of this name on a page', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.admin);
  const expectOnce = async (names: readonly string[], exact: boolean, [path, last]: [string, RegExp]) => {
    await page.goto(path);
    await expect(page.locator('main').getByText(last).first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    for (const name of names) {
      await expect.soft(page.getByRole('link', { name, exact }), `${name} on ${path}`).toHaveCount(1);
    }
  };
  for (const one of Object.entries(pages)) await expectOnce(bar, true, one);
  for (const one of Object.entries(dashboardPages)) await expectOnce(sideMenu, false, one);
  // An open page reloads when it notices that somebody else has signed in, which would end the navigation that follows.
  await page.goto('about:blank');
  await logIn(page, demoAccounts.patient);
  await expectOnce(['My Appointments'], false, ['/dashboard', /Your appointments/]);
});
