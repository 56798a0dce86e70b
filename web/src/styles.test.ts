import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { accentTokens, contrastOf, GROUNDS, ON_NIGHT_MUTED } from '@openhours/contract/accent.ts';
import { expect, test } from 'vitest';

/*
 * The layout supports right-to-left languages, so classes and styles use logical sides. Exceptions are what does not
 * depend on the text direction: scrolling and positions on the screen.
 */
const sidedClasses =
  /(?<=^|[\s"'`:!-])-?(?:(?:m|p|scroll-m|scroll-p)[lr]-|(?:left|right)-(?:[\d[(]|auto|full|px)|(?:text|float|clear)-(?:left|right)(?![\w-])|(?:border|rounded)-(?:[lr]|[tb][lr])(?=[-\s"'`!]|$))/;
const sidedProperties =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)|(?:left|right)\s*:|(?:text-align|float|clear):\s*(?:left|right))/;

test('no class or style uses left or right, so that layouts work from right to left', () => {
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
])('the check finds %s', (name) => expect(`<p className="flex ${name}">`).toMatch(sidedClasses));

test.each(['ms-4', 'border-line', 'rounded-large', 'text-lefty', 'place-items-center', 'start-0', 'rtl:rotate-180'])(
  'the check accepts %s',
  (name) => expect(`<p className="flex ${name}">`).not.toMatch(sidedClasses),
);

test('there is one font file of at most 40 kB', () => {
  const styles = readFileSync(`${import.meta.dirname}/styles.css`, 'utf8');
  const fonts = [...styles.matchAll(/url\("([^"]+\.woff2)"\)/g)].map(([, file = '']) => file);
  expect(fonts).toHaveLength(1);
  const { size } = statSync(createRequire(import.meta.url).resolve(fonts[0] ?? ''));
  expect(size).toBeLessThanOrEqual(40_000);
});

const tokens = (selector: string): ReadonlyMap<string, string> => {
  const styles = readFileSync(`${import.meta.dirname}/styles.css`, 'utf8');
  const block = styles.slice(styles.indexOf(selector)).replace(/\}[^]*$/, '');
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]));
};
const light = tokens(':root,');
const dark = new Map([...light, ...tokens('.dark {')]);

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme, text and meaningful borders have enough contrast on every surface', (_, theme) => {
  const of = (name: string) => theme.get(name) ?? '';
  for (const surface of ['paper', 'surface', 'sunken']) {
    for (const text of ['ink', 'muted', 'faint', 'pine', 'danger']) {
      expect(contrastOf(of(text), of(surface)), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastOf(of('line-strong'), of(surface)), `line-strong on ${surface}`).toBeGreaterThanOrEqual(3);
  }
  const pairs = {
    'on-own': 'own',
    ink: 'theirs',
    'on-pine': 'pine',
    pine: 'pine-soft',
    'amber-ink': 'amber-soft',
    danger: 'danger-soft',
  };
  for (const [text, ground] of Object.entries(pairs)) {
    expect(contrastOf(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('in the dark theme, paper, surface and sunken differ visibly', () => {
  const of = (name: string) => dark.get(name) ?? '';
  expect(contrastOf(of('paper'), of('surface'))).toBeGreaterThanOrEqual(1.18);
  expect(contrastOf(of('surface'), of('sunken'))).toBeGreaterThanOrEqual(1.18);
});

test('the table of colours in docs/design.md has the values of the stylesheet', () => {
  const guide = readFileSync(`${import.meta.dirname}/../../docs/design.md`, 'utf8');
  const rows = [...guide.matchAll(/^\| `(?:--)?([\w-]+)`\s*\| `(#\w{6})`\s*\| `(#\w{6})`/gm)];
  expect(rows.length).toBeGreaterThan(20);
  for (const [, name = '', inLight, inDark] of rows) {
    expect([light.get(name), dark.get(name)], name).toEqual([inLight, inDark]);
  }
});

test('accent colours are checked against the grounds of the stylesheet, and replace tokens that it has', () => {
  for (const [theme, values] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    for (const [ground, colour] of Object.entries(GROUNDS[theme])) expect(values.get(ground)).toBe(colour);
    expect(values.get('on-night-muted')).toBe(ON_NIGHT_MUTED[theme]);
    for (const token of Object.keys(accentTokens('#0f5c50')[theme])) expect(values.has(token), token).toBe(true);
  }
});
