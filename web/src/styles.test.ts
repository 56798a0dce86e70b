import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * The layout turns around for a language that is written from the right, which it can only where nothing names a side.
 * What follows what the hand or the window does, not the text, may: scrolling, a position on the screen.
 */
const sidedClasses =
  /(?<=^|[\s"'`:!-])-?(?:(?:m|p|scroll-m|scroll-p)[lr]-|(?:left|right)-(?:[\d[(]|auto|full|px)|(?:text|float|clear)-(?:left|right)(?![\w-])|(?:border|rounded)-(?:[lr]|[tb][lr])(?=[-\s"'`!]|$))/;
const sidedProperties =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)|(?:left|right)\s*:|(?:text-align|float|clear):\s*(?:left|right))/;

test('no class and no style names a side: every layout can be turned around', () => {
  const folder = import.meta.dirname;
  const sided = globSync('**/*.{tsx,ts,css}', { cwd: folder, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    readFileSync(`${folder}/${file}`, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
      .filter((line) => (file.endsWith('.css') ? sidedProperties : sidedClasses).test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(sided).toEqual([]);
});

test.each([
  'ml-4',
  'lg:-mr-2',
  'pl-[3px]!',
  'left-0',
  '-right-1.5',
  'text-right',
  'border-l',
  'rounded-tl-card',
  'sm:rounded-r',
])('%s would be found', (name) => expect(`<p className="flex ${name}">`).toMatch(sidedClasses));

test.each(['ms-4', 'border-line', 'rounded-large', 'text-lefty', 'place-items-center', 'start-0', 'rtl:rotate-180'])(
  '%s is let through',
  (name) => expect(`<p className="flex ${name}">`).not.toMatch(sidedClasses),
);
