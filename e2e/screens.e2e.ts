import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, morningZone, test } from './fixtures.ts';
import {
  lengthenWords,
  listBurstControls,
  listClipped,
  listSmallTargets,
  listUnseenControls,
  spaceText,
} from './page-checks.ts';
import { demoAccounts } from './people.ts';
import { openScreen, type Stage, screens, setStage } from './screen-list.ts';

/*
 * What holds on every screen, whatever it shows: one heading and one main part, a way past the navigation, axe in both
 * schemes, every width, fingers, larger spacing, longer words, right-to-left, the system's own colours, less motion.
 */
test.use({ clinicEnv: { CLINIC_TIME_ZONE: morningZone() }, viewport: { width: 360, height: 800 } });

let stage: Stage;
test.beforeAll(async ({ browser, clinic }) => {
  stage = await setStage(browser, clinic);
});

const widths = [320, 360, 768, 1280, 1920];

for (const screen of screens) {
  test(`screen: ${screen.name}`, async ({ page, logIn, faults }) => {
    if (screen.expectedFault) faults.expect(screen.expectedFault);
    if (screen.signedInAs) await logIn(page, demoAccounts[screen.signedInAs]);
    await openScreen(page, screen, stage);
    const isModal = (await page.locator('[aria-modal=true], [role=dialog]').count()) > 0;

    await expectStructure(page);
    await expectAccessible(page);
    expect.soft(await listSmallTargets(page), 'large enough for a finger').toEqual([]);
    await expectNoSidewaysScroll(page, widths);

    await page.emulateMedia({ media: 'print' });
    expect.soft(await listDarkGrounds(page), 'no dark ground on paper').toEqual([]);
    await page.emulateMedia({ media: null, forcedColors: 'active' });
    expect.soft(await listUnseenControls(page), 'seen in the colours of the system').toEqual([]);
    await page.emulateMedia({ forcedColors: null, reducedMotion: 'reduce' });
    expect.soft(await listEndlessMotion(page), 'still for who asked for it').toEqual([]);
    await page.emulateMedia({ reducedMotion: null });

    const asBefore = await spaceText(page);
    expect.soft(await listClipped(page), 'whole with more space in the text').toEqual([]);
    await expectNoSidewaysScroll(page, [360, 1280]);
    await asBefore();

    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await expectNoSidewaysScroll(page, [360, 1280]);
    if (!isModal) {
      const heading = await page.locator('main h1').evaluate((element) => getComputedStyle(element).direction);
      expect.soft(heading).toBe('rtl');
    }
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));

    await lengthenWords(page);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect
        .soft([...(await listClipped(page)), ...(await listBurstControls(page))], `longer words, ${width} px`)
        .toEqual([]);
    }
    await expectNoSidewaysScroll(page, [360, 1280]);
  });
}

test('a page that is opened from another one has the focus on its heading and starts at the top', async ({
  page,
  logIn,
}) => {
  await logIn(page, demoAccounts.patient);
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('link', { name: 'Book another' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Available Appointments/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.mouse.wheel(0, 600);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Feed' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

async function expectStructure(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    skip: document.querySelector('a')?.getAttribute('href'),
    lang: document.documentElement.lang,
    hasTitle: document.title.length > 3,
  }));
  expect.soft(found).toEqual({ headings: 1, mains: 1, skip: '#content', lang: 'en', hasTitle: true });
}

/** Large parts that would be printed dark, in whichever scheme. */
async function listDarkGrounds(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body, body *')]
      .filter((element) => {
        if (!element.checkVisibility() || element.closest('[data-gallery]')) return false;
        const { width, height } = element.getBoundingClientRect();
        if (width * height < innerWidth * 100) return false;
        const [red = 255, green = 255, blue = 255, alpha = 1] = (
          getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
        ).map(Number);
        return alpha > 0.3 && red + green + blue < 200;
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`.slice(0, 80)),
  );
}

async function listEndlessMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime === Infinity)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
  );
}
