import { expect, type Page } from '@playwright/test';

/**
 * Checks that no page scrolls sideways at these widths in CSS pixels, down to 320 (WCAG 2.2, 1.4.10). Reports the
 * overflowing elements. Restores the viewport.
 */
export async function expectNoSidewaysScroll(page: Page, widths: readonly number[] = [320, 360, 768, 1280]) {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: before?.height ?? 800 });
    expect.soft(await page.evaluate(listSidewaysOverflow), `fits ${width} px at ${page.url()}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** The elements that make the page wider than its window, with the excess pixels. Runs in the page. */
export function listSidewaysOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const outside = [...document.querySelectorAll('body *')]
    .map((element) => ({ element, over: Math.round(element.getBoundingClientRect().right - clientWidth) }))
    .filter(({ over }) => over > 0)
    .map(
      ({ element, over }) =>
        `${element.tagName.toLowerCase()} '${element.textContent.trim().slice(0, 30)}' by ${over} px`,
    );
  return [`page by ${scrollWidth - clientWidth} px`, ...outside.slice(0, 5)];
}
