import { demoAccounts, expect, test } from '../fixtures.ts';

/** The links of the bar, and of an admin's side menu, as the specification names them. */
const bar = ['Openhours', 'Home', 'Appointment', 'About', 'Conversation', 'Dashboard'];
const sideMenu = ['My Appointments', 'My Posts', 'All Users', 'Add A Doctor', 'Manage Doctors'];

test('a link that the specification names is the only one of this name on a page', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.admin);
  for (const path of ['/', '/about', '/appointment', '/conversations', '/feed']) {
    await page.goto(path);
    await expect(page.locator('main:not([aria-busy=true])')).toBeVisible();
    for (const name of bar) {
      await expect.soft(page.getByRole('link', { name, exact: true }), `${name} on ${path}`).toHaveCount(1);
    }
  }
  for (const path of ['/dashboard', '/dashboard/allUsers', '/dashboard/manageDoctors', '/dashboard/doctorPosts']) {
    await page.goto(path);
    await expect(page.locator('main:not([aria-busy=true])')).toBeVisible();
    for (const name of sideMenu) {
      await expect.soft(page.getByRole('link', { name }), `${name} on ${path}`).toHaveCount(1);
    }
  }
});
