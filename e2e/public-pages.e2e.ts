import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

for (const path of ['/', '/about', '/login', '/signup']) {
  test(`${path} opens without a fault, for everyone and at every width`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test('who signed up around the form is signed in, and nobody else is', async ({ page, signUp, newVisitor }) => {
  const person = await signUp(page);
  await page.goto('/dashboard');
  await expect(page.getByText(person.name).first()).toBeVisible();

  const stranger = await newVisitor();
  await stranger.goto('/dashboard');
  await expect(stranger).toHaveURL(/\/login/);
});
