import type { Page } from '@playwright/test';
import { pageAt } from '../web/src/pages.ts';

/*
 * The functions without a page run in it, by `page.evaluate` or `inOneTurn`: they know no names from outside of themselves.
 */

/** Runs functions in the page one after the other, and returns what each found: one round trip, and fewer layouts. */
export async function inOneTurn<Steps extends Record<string, () => unknown>>(
  page: Page,
  steps: Steps,
): Promise<{ readonly [Step in keyof Steps]: ReturnType<Steps[Step]> }> {
  const calls = Object.entries(steps).map(([name, step]) => `${name}: (${step.toString()})()`);
  return page.evaluate(`({ ${calls.join(', ')} })`);
}

/** Texts that are cut off by an element with hidden overflow, and not shortened on purpose. */
export function listClipped(): string[] {
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
}

/** Tables with columns outside their frame, which has to be scrolled sideways to reach their buttons. Runs in the page. */
export function listScrolledTables(): string[] {
  return [...document.querySelectorAll('.stacked-table')].flatMap((table) => {
    const { scrollWidth = 0, clientWidth = 0 } = table.parentElement ?? {};
    const excess = scrollWidth - clientWidth;
    return excess > 0 ? [`'${table.querySelector('caption')?.textContent}' by ${excess} px`] : [];
  });
}

/** Dates and times in tables that break over two lines: 'Nov 23, 2026', '09:00 AM - 09:30 AM'. */
export function listBrokenTimes(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('table') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  const broken: string[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    const text = currentNode.textContent ?? '';
    const clock = String.raw`\d{1,2}:\d\d(?::\d\d)?\s[AP]M`;
    for (const { 0: found, index } of text.matchAll(
      new RegExp(`${clock}(?: - ${clock})?|[A-Z][a-z]{2} \\d{1,2}, \\d{4}`, 'g'),
    )) {
      const range = document.createRange();
      range.setStart(currentNode, index);
      range.setEnd(currentNode, index + found.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(found);
    }
  }
  return broken;
}

/** Times, and words of up to twelve letters, that break over two lines. */
export function listBrokenWords(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement: parent }) =>
    parent?.checkVisibility() && !parent.closest('.sr-only, option')
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_REJECT,
  );
  const broken = new Set<string>();
  while (walker.nextNode()) {
    const { currentNode } = walker;
    for (const { 0: word, index } of (currentNode.textContent ?? '').matchAll(
      /(?<![^\s(])[\w:]{2,12}(?=[.,:;?!)]*(?:\s|$))/g,
    )) {
      const range = document.createRange();
      range.setStart(currentNode, index);
      range.setEnd(currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.add(word);
    }
  }
  return [...broken];
}

/** Controls whose text overflows them. */
export function listBurstControls(): string[] {
  const isShown = (node: Node) => {
    const parent = node.parentElement;
    if (!parent?.checkVisibility() || parent.closest('.sr-only')) return false;
    const isShortened = (element: Element | null): boolean => {
      if (!element) return false;
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    };
    return node.textContent?.trim() !== '' && !isShortened(parent) && !isShortened(parent.parentElement);
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
        if (words.top < box.top - 2 || words.bottom > box.bottom + 2) return true;
      }
      return false;
    })
    .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim().slice(0, 40)}'`);
}

/** Buttons with a time whose text touches their border. */
export function listTightTimes(): string[] {
  return [...document.querySelectorAll('.slot-button')]
    .filter((button) => {
      const box = button.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(button);
      const words = range.getBoundingClientRect();
      return words.left < box.left + 4 || words.right > box.right - 4;
    })
    .map(({ textContent }) => `'${textContent}' touches its button`);
}

/**
 * Targets that are too small: below 44 pixels for buttons, slots and days, and below 24 for all others outside of text
 * lines (WCAG 2.2, 2.5.8).
 */
export function listSmallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, a[href], [role=button], summary, input, select, textarea')]
    .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [data-gallery]'))
    .flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) return [];
      const inLine = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
      const isMain = element.matches('.rounded-control.border, [role=gridcell] button, select, textarea');
      const isBox = element.matches('input[type=checkbox], input[type=radio]');
      const wanted = inLine || isBox ? 0 : isMain ? 44 : 24;
      // For days, slots and buttons the height counts, and the width unless it fits the text.
      if (height >= wanted - 0.5 && width >= Math.min(wanted, 40) - 0.5) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      return [`${element.tagName.toLowerCase()} '${name}' is ${Math.round(width)} × ${Math.round(height)}`];
    });
}

/** Targets that are covered when the page is scrolled to its end. */
export function listCovered(): string[] {
  scrollTo(0, document.documentElement.scrollHeight);
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const front = document.querySelector('dialog[open], :popover-open') ?? document;
  const isScrolledAway = (element: HTMLElement, y: number): boolean => {
    let part = element.parentElement;
    while (part && part !== document.body && !/auto|scroll/.test(getComputedStyle(part).overflowY)) {
      part = part.parentElement;
    }
    if (!part || part === document.body) return false;
    const { top: first, bottom: last } = part.getBoundingClientRect();
    return y < first || y > last;
  };
  return [...front.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
    .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [data-gallery]'))
    .filter((element) => {
      const box = element.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (box.width <= 1 || y < top || y > innerHeight || isScrolledAway(element, y)) return false;
      const hit = document.elementFromPoint(x, y);
      return hit !== null && !element.contains(hit) && !hit.contains(element) && hit.closest('label') === null;
    })
    .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim().slice(0, 40)}'`);
}

/** Sets the text spacing of WCAG 2.2, 1.4.12. */
export function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  );
  document.adoptedStyleSheets.push(sheet);
}

export function resetTextSpacing(): void {
  document.adoptedStyleSheets.pop();
}

export function turnRightToLeft(): void {
  document.documentElement.dir = 'rtl';
}

export function turnLeftToRight(): void {
  document.documentElement.dir = 'ltr';
}

/**
 * Makes every visible word about 40 % longer, like other languages, with letters that English lacks. Returns a function
 * that restores the words which the page has not replaced meanwhile.
 */
export function lengthenWords(): () => void {
  const other: Readonly<Record<string, string>> = { a: 'å', e: 'ë', i: 'ï', o: 'ø', u: 'ü', n: 'ñ', c: 'ç' };
  const longer = (text: string) =>
    text.replaceAll(/(?<![\p{L}\p{N}_])\p{L}{2,}(?![\p{L}\p{N}_])/gu, (word) => {
      const strange = word.replaceAll(/[aeiounc]/g, (letter) => other[letter] ?? letter);
      return strange + 'ëñ'.repeat(8).slice(0, Math.ceil(word.length * 0.4));
    });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  const restores: (() => void)[] = [];
  for (const node of nodes) {
    // Not names, addresses and times. A word with digits is an amount.
    if (node.parentElement?.closest('script, style, template, time, [dir=auto], .sr-only')) continue;
    const { data } = node;
    if (data.includes('@')) continue;
    const lengthened = longer(data);
    node.data = lengthened;
    restores.push(() => {
      if (node.data === lengthened) node.data = data;
    });
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) {
    const { placeholder } = field;
    field.placeholder = longer(placeholder);
    restores.push(() => {
      field.placeholder = placeholder;
    });
  }
  return () => {
    for (const restore of restores) restore();
  };
}

/**
 * Controls that are invisible with forced colours, because they have no border, ring or underline. Includes links that
 * look like buttons or mark the current page by their background.
 */
export function listUnseenControls(): string[] {
  const looksPressed = (element: HTMLElement) =>
    element.tagName !== 'A' ||
    element.matches('.rounded-control.border, [aria-current]') ||
    !/^(?:transparent|rgba\(.*, 0\))$/.test(getComputedStyle(element).backgroundColor);
  // The skip link is above the window, and has the focus ring when it is visible.
  const isSeen = (element: HTMLElement) =>
    element.checkVisibility() && !element.closest('.sr-only') && element.getBoundingClientRect().bottom > 0;
  return [...document.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href]')]
    .filter((element) => isSeen(element) && looksPressed(element))
    .filter((element) => {
      const style = getComputedStyle(element);
      const hasBorder = ['top', 'bottom', 'left', 'right'].some(
        (side) =>
          Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
          style.getPropertyValue(`border-${side}-color`) !== 'rgba(0, 0, 0, 0)',
      );
      const isUnderlined = style.textDecorationLine === 'underline';
      return !hasBorder && !isUnderlined && style.outlineStyle === 'none' && element.getAttribute('type') !== 'file';
    })
    .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim() || element.id}'`);
}

/** Buttons that do nothing now, but have the colour of other buttons, with forced colours. */
export function listInactiveAsActive(): string[] {
  const sample = document.body.appendChild(document.createElement('span'));
  sample.style.color = 'GrayText';
  const inactive = getComputedStyle(sample).color;
  sample.remove();
  return [...document.querySelectorAll<HTMLElement>('button[aria-disabled=true]')]
    .filter((element) => element.checkVisibility() && getComputedStyle(element).color !== inactive)
    .map((element) => element.textContent.trim() || element.id);
}

/**
 * Boxes that are not mirrored in right-to-left direction, except text, scrolled content and drawings. Restores the
 * page.
 */
export function listUnmirrored(): string[] {
  const isBox = (element: HTMLElement) =>
    element.checkVisibility() &&
    !/^(?:inline|contents)$/.test(getComputedStyle(element).display) &&
    !element.closest('.sr-only, [dir]:not(html), [data-gallery], option') &&
    !hasScrolledParent(element);
  const hasScrolledParent = (element: HTMLElement): boolean => {
    const parent = element.parentElement;
    if (parent === null) return false;
    const scrolls = /auto|scroll/.test(getComputedStyle(parent).overflowX);
    return (scrolls && parent.scrollWidth > parent.clientWidth + 1) || hasScrolledParent(parent);
  };
  const boxes = [...document.querySelectorAll<HTMLElement>('body *:not(svg *)')].filter(isBox);
  const sides = () => boxes.map((element) => element.getBoundingClientRect());
  const before = sides();
  document.documentElement.dir = 'rtl';
  const after = sides();
  const { clientWidth } = document.documentElement;
  document.documentElement.dir = 'ltr';
  return boxes
    .filter((_, index) => {
      const [from, to] = [before[index], after[index]];
      return from && to && from.width > 1 && Math.abs(from.left - (clientWidth - to.right)) > 2;
    })
    .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim().slice(0, 40)}'`);
}

/** Large areas that would be printed dark, in any scheme. */
export function listDarkGrounds(): string[] {
  return [...document.querySelectorAll<HTMLElement>('html, body, body *')]
    .filter((element) => {
      if (!element.checkVisibility() || element.closest('[data-gallery]')) return false;
      const { width, height } = element.getBoundingClientRect();
      if (width * height < innerWidth * 100) return false;
      const [red = 255, green = 255, blue = 255, alpha = 1] = (
        getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
      ).map(Number);
      return alpha > 0.3 && red + green + blue < 200;
    })
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`.slice(0, 80));
}

/** Visible links and controls, which are useless in print; not names that can be pressed, which are underlined text. */
export function listScreenOnly(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'nav, body > div > header, footer, button:not(.underline), input, select, a.rounded-control.border',
    ),
  ]
    .filter((element) => element.checkVisibility())
    .map((element) => `${element.tagName.toLowerCase()} '${element.textContent.trim().slice(0, 40)}'`);
}

/** Elements with endless motion. */
export function listEndlessMotion(): string[] {
  return document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime === Infinity)
    .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id));
}

/**
 * The names of links in the specification that more than one link of the page has: exactly those of the bar, and on the
 * dashboard those of the side menu, also with other words.
 */
export function listRepeatedLinks(): string[] {
  const bar = ['Openhours', 'Home', 'Appointment', 'About', 'Conversation', 'Dashboard'];
  const side = ['My Appointments', 'My Posts', 'All Users', 'Add A Doctor', 'Manage Doctors'];
  const isDashboard = location.pathname.startsWith('/dashboard');
  const names = [...document.querySelectorAll<HTMLElement>('a[href]')]
    .filter((link) => link.checkVisibility() && !link.closest('[aria-hidden=true], [data-gallery]'))
    .map((link) => (link.getAttribute('aria-label') ?? link.innerText).trim());
  const isNamed = (wanted: string) => (name: string) =>
    isDashboard ? name.toLowerCase().includes(wanted.toLowerCase()) : name === wanted;
  return (isDashboard ? side : bar).filter((wanted) => names.filter(isNamed(wanted)).length > 1);
}

/** Our links to pages or parts of pages that do not exist. */
export async function listDeadLinks(page: Page): Promise<string[]> {
  const dead = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ origin }) => origin === location.origin)
      .filter(({ hash }) => !hash || document.getElementById(hash.slice(1)) === null)
      // A file, not a page.
      .filter(({ pathname }) => !pathname.endsWith('.ics'))
      .map(({ pathname, hash }) => ({ pathname, hash, isHere: pathname === location.pathname })),
  );
  return dead
    .filter(({ pathname, hash, isHere }) => (isHere && hash) || pageAt(pathname) === undefined)
    .map(({ pathname, hash }) => pathname + hash);
}
