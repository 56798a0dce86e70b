import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** The contrast of WCAG 2: 1 for the same colour, 21 for black on white. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const channel = (from: number): number => {
      const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  };
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme, text and meaningful borders have enough contrast on every surface', (_, theme) => {
  const of = (name: string) => theme.get(name) ?? '';
  for (const surface of ['paper', 'surface', 'sunken']) {
    for (const text of ['ink', 'muted', 'faint', 'pine', 'danger']) {
      expect(contrast(of(text), of(surface)), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(of('line-strong'), of(surface)), `line-strong on ${surface}`).toBeGreaterThanOrEqual(3);
  }
  const pairs = {
    'on-own': 'own',
    'on-pine': 'pine',
    pine: 'pine-soft',
    'amber-ink': 'amber-soft',
    danger: 'danger-soft',
  };
  for (const [text, ground] of Object.entries(pairs)) {
    expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('in the dark theme, paper, surface and sunken differ visibly', () => {
  const of = (name: string) => dark.get(name) ?? '';
  expect(contrast(of('paper'), of('surface'))).toBeGreaterThanOrEqual(1.18);
  expect(contrast(of('surface'), of('sunken'))).toBeGreaterThanOrEqual(1.18);
});

test('the table of colours in docs/design.md has the values of the stylesheet', () => {
  const guide = readFileSync(`${import.meta.dirname}/../../docs/design.md`, 'utf8');
  const rows = [...guide.matchAll(/^\| `(?:--)?([\w-]+)`\s*\| `(#\w{6})`\s*\| `(#\w{6})`/gm)];
  expect(rows.length).toBeGreaterThan(20);
  for (const [, name = '', inLight, inDark] of rows) {
    expect([light.get(name), dark.get(name)], name).toEqual([inLight, inDark]);
  }
});
