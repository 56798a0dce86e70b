import type { Page } from '@playwright/test';

/** Texts that are cut off: inside something that hides what does not fit, and not said to be shortened. */
export async function listClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        if (!hasText || !element.checkVisibility() || element.clientWidth <= 1) return false;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false;
        const wide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
        const high = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
        return wide || high;
      })
      .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim().slice(0, 40)}'`);
  });
}

/** Controls whose words reach out of them. */
export async function listBurstControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (node: Node) => {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || parent.closest('.sr-only')) return false;
      return node.textContent?.trim() !== '' && getComputedStyle(parent).textOverflow !== 'ellipsis';
    };
    return [...document.querySelectorAll<HTMLElement>('button, a, label')]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          if (!isShown(walker.currentNode)) continue;
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          const words = range.getBoundingClientRect();
          if (words.left < box.left - 2 || words.right > box.right + 2) return true;
        }
        return false;
      })
      .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim().slice(0, 40)}'`);
  });
}

/**
 * What is pressed and smaller than it should be: 44 pixels for buttons, slots and days, 24 for everything else that
 * does not stand in a line of text (WCAG 2.2, 2.5.8).
 */
export async function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], [role=button], summary, input, select, textarea')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [data-gallery]'))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1) return [];
        const inLine = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
        const isMain = element.matches('.rounded-control.border, [role=gridcell] button, select, textarea');
        const isBox = element.matches('input[type=checkbox], input[type=radio]');
        const wanted = inLine || isBox ? 0 : isMain ? 44 : 24;
        // A day, a slot, a button: its height decides, and its width unless it is as wide as its word.
        if (height >= wanted - 0.5 && width >= Math.min(wanted, 40) - 0.5) return [];
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
        return [`${element.tagName.toLowerCase()} '${name}' is ${Math.round(width)} × ${Math.round(height)}`];
      }),
  );
}

/** Sets the text as WCAG 2.2 says that readers may (1.4.12). Returns the way back. */
export async function spaceText(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
  return async () => {
    await page.evaluate(() => void document.adoptedStyleSheets.pop());
  };
}

/** Makes every word that is shown about 40 % longer, as other languages would, with letters that English lacks. */
export async function lengthenWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const other: Readonly<Record<string, string>> = { a: 'å', e: 'ë', i: 'ï', o: 'ø', u: 'ü', n: 'ñ', c: 'ç' };
    const longer = (text: string) =>
      text.replaceAll(/\p{L}{2,}/gu, (word) => {
        const strange = word.replaceAll(/[aeiounc]/g, (letter) => other[letter] ?? letter);
        return strange + 'ëñ'.repeat(8).slice(0, Math.ceil(word.length * 0.4));
      });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode as Text);
    for (const node of nodes) {
      // What people wrote stays as it is: names, addresses, times.
      if (node.parentElement?.closest('script, style, template, time, [dir=auto], .sr-only')) continue;
      if (!/[@\d]/.test(node.data)) node.data = longer(node.data);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) {
      field.placeholder = longer(field.placeholder);
    }
  });
}

/** Controls that nobody could make out where the system alone chooses the colours: without a border, ring or underline. */
export async function listUnseenControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, textarea, button')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
      .filter((element) => {
        const style = getComputedStyle(element);
        const hasBorder = ['Top', 'Bottom', 'Left', 'Right'].some(
          (side) => Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
        );
        return !hasBorder && style.outlineStyle === 'none' && element.getAttribute('type') !== 'file';
      })
      .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim() || element.id}'`),
  );
}
