import { expect, test } from './fixtures.ts';

test('who signed up around the form is signed in, and nobody else is', async ({ page, signUp, newVisitor }) => {
  const person = await signUp(page);
  await page.goto('/dashboard');
  await expect(page.getByText(person.name).first()).toBeVisible();

  const stranger = await newVisitor();
  await stranger.goto('/dashboard');
  await expect(stranger).toHaveURL(/\/login/);
});

test('tells machines what it is: one address, a card to share, the clinic as data, icons that are there', async ({
  page,
  clinic,
}) => {
  for (const path of ['/', '/about']) {
    await page.goto(path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', clinic.url + path);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', await page.title());
  }
  await page.goto('/');
  const data: unknown = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText());
  expect(data).toMatchObject({ '@type': 'MedicalClinic', name: 'Openhours', url: `${clinic.url}/` });

  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  const icons: string[] = manifest.icons.map(({ src }: { src: string }) => src);
  for (const address of [card ?? '', '/icons/180.png', ...icons]) {
    const answer = await page.request.get(address);
    expect([address, answer.headers()['content-type']]).toEqual([address, expect.stringMatching(/^image\//)]);
  }
  for (const path of ['/robots.txt', '/sitemap.xml']) {
    expect(await (await page.request.get(path)).text()).toContain(clinic.url);
  }
  await page.goto('/forgot-password');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const path of ['/', '/about']) {
    test(`${path} is whole`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('© 2024');
      await page.goto(path);
      await page
        .getByRole('link', { name: path === '/' ? 'Book an Appointment' : 'Appointment' })
        .first()
        .click();
      await expect(page).toHaveURL(/\/appointment$/);
    });
  }
});

test('the menu of small screens opens and closes by keyboard, and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('who is signed in is in the navigation before any script has come', async ({ page, signUp, faults }) => {
  faults.expect(/ERR_FAILED|assets/);
  await signUp(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/', '/appointment', '/dashboard']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
  }
});
