import type { Page } from '@playwright/test';
import { documents, pageList, pages } from '../../web/src/pages.ts';
import { expect, test, zoneOfRun } from '../fixtures.ts';

test.use({ timezoneId: zoneOfRun });

/** The payment page changes its heading once it knows the treatment. */
const paths = pageList
  .filter(({ name, path, audience }) => documents[name].opening && !path.includes(':') && audience !== 'admins')
  .map(({ path }) => path);
/** A page whose document many pages share: the outline has its layout, but neither texts nor the link above the heading. */
const sharing = pages.security.path;

/** The texts at the top of the page, and their positions to 8 px. Without counts, which load later. */
async function readTop(page: Page) {
  return page
    .locator('main header')
    .first()
    .evaluate((header) => {
      const heading = header.querySelector('h1');
      const { x = 0, y = 0 } = heading?.getBoundingClientRect() ?? {};
      const text = heading?.textContent.replace(/\(.+\)/, '(…)');
      return {
        heading: text,
        // Only the text that is shown: some of it is for people who are signed out. A note may be empty.
        text: header.querySelector('p')?.innerText || undefined,
        x: Math.round(x / 8),
        y: Math.round(y / 8),
      };
    });
}

test('a signed-out visitor sees nothing of the dashboard before the login page', async ({ page, faults }) => {
  faults.expectFailed('no answer', /^\/assets\//);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByText('Welcome back')).toBeHidden();
});

test('outlines have the same texts and positions as their pages, on phones, tablets and desktops', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expectFailed('no answer', /^\/assets\/.*\.js$/);
  await signUp(page);
  // A page keeps the fallback if the font is late, and then its menu may be higher. Here it waits for the font.
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block');
    await route.fulfill({ response, body });
  });
  const sizes = [360, 1024, 1280].map((width) => ({ width, height: 800 }));
  for (const path of [...paths, sharing]) {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(path);
    await expect(page.locator('main[aria-busy=true]')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const outlines = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      outlines.push({ size, top: await readTop(page) });
    }
    await page.unroute('**/assets/*.js');
    await page.goto(path);
    await expect(page.locator('main h1[tabindex]').first()).toBeVisible();
    await expect(page.locator('main[aria-busy=true]')).toHaveCount(0);
    for (const { size, top } of outlines.toReversed()) {
      await page.setViewportSize(size);
      const { x } = top;
      await expect
        .poll(() => readTop(page), { message: `${path} at ${size.width} px` })
        .toEqual(path === sharing ? expect.objectContaining({ x }) : top);
    }
  }
});

/** Opens a page whose scripts wait; returns the function that lets them load. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return scripts.resolve;
}

test("'Sign out' that is pressed before the scripts have loaded signs out once they have", async ({
  page,
  signUp,
  faults,
}) => {
  // The page also starts to load its data, and by then the session has ended.
  faults.expectFailed(401, /^\/api\//);
  await signUp(page);
  const loadScripts = await openWithoutScripts(page, '/dashboard');
  await page.getByRole('button', { name: 'Sign out' }).click();
  loadScripts();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test("'Sign out' shows at once that it was pressed, and pressing it again sends nothing", async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/about');
  const answer = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/api/auth/sign-out', async (route) => {
    requests += 1;
    await answer.promise;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Sign out' });
  await button.click();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  answer.resolve();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(requests).toBe(1);
});

test("'Show' that is pressed before the scripts have loaded shows the password once they have", async ({ page }) => {
  const loadScripts = await openWithoutScripts(page, '/login');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  loadScripts();
  await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeVisible();
});

test('the focus in the navigation and the loading animation stay when the page replaces its outline', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v2/appointmentOptions?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const loadScripts = await openWithoutScripts(page, '/appointment');
  const link = page.getByRole('link', { name: 'About' }).first();
  await link.focus();
  const animation = page.locator('main svg:has(.loading-hand)');
  await expect(page.locator('main .animate-fade-in')).toHaveCSS('opacity', '1');
  const place = await animation.boundingBox();
  loadScripts();
  await expect(page.locator('main h1[tabindex]')).toBeVisible();
  await expect(link).toBeFocused();
  expect(place).not.toBeNull();
  await expect.poll(() => animation.boundingBox()).toEqual(place);
  answer.resolve();
  await expect(animation).toHaveCount(0);
});
