/** The grounds below text in each theme, as in `web/src/styles.css`. */
export const GROUNDS = {
  light: { paper: '#faf8f3', surface: '#ffffff', sunken: '#f2efe7' },
  dark: { paper: '#0b1412', surface: '#182722', sunken: '#243630' },
} as const;
/** The dimmest text on `night`, in each theme. */
export const ON_NIGHT_MUTED = { light: '#b5cbc3', dark: '#a5bab3' } as const;

/** The least contrast of text with its ground (WCAG 2, level AA). */
export const TEXT_CONTRAST = 4.5;
/** Our own colours have about this much in the dark theme and on `night`. */
const COMFORTABLE_CONTRAST = 6.5;

/** The design tokens that follow the accent, by theme. Values are like '#0f5c50'. */
export interface AccentTokens {
  readonly pine: string;
  readonly 'pine-strong': string;
  readonly 'pine-soft': string;
  readonly 'on-pine': string;
  readonly night: string;
  readonly ring: string;
}

/**
 * Why a colour cannot be the clinic's accent, as a sentence; undefined if it can. In the dark theme a lighter tone of it
 * is used, which always has enough contrast.
 *
 * @param accent like '#0f5c50'
 */
export function accentFault(accent: string): string | undefined {
  const found = leastContrast(accent, GROUNDS.light);
  if (found >= TEXT_CONTRAST) return undefined;
  // Rounded down, so that 4.48 is not shown as 4.5.
  const contrast = (Math.floor(found * 10) / 10).toFixed(1);
  return `This colour is too light to read on our pages: its contrast is ${contrast}, and text needs 4.5. The nearest colour that works is ${nearestAccent(accent)}.`;
}

/** The colour itself if it has enough contrast, or the lightest darker tone of it that has. */
export function nearestAccent(accent: string): string {
  return firstTone(accent, 'black', (tone) => leastContrast(tone, GROUNDS.light) >= TEXT_CONTRAST);
}

/** The tokens for an accent without a fault. Every text in them has enough contrast with its ground. */
export function accentTokens(accent: string): { readonly light: AccentTokens; readonly dark: AccentTokens } {
  const { light, dark } = GROUNDS;
  const bright = firstTone(accent, 'white', (tone) => leastContrast(tone, dark) >= COMFORTABLE_CONTRAST);
  const night = (theme: 'light' | 'dark') =>
    firstTone(accent, 'black', (tone) => contrastOf(tone, ON_NIGHT_MUTED[theme]) >= COMFORTABLE_CONTRAST);
  return {
    light: {
      pine: accent,
      'pine-strong': mixed(accent, '#000000', 0.25),
      'pine-soft': softGround(accent, light.surface, 0.12),
      'on-pine': light.surface,
      night: night('light'),
      ring: accent,
    },
    dark: {
      pine: bright,
      'pine-strong': mixed(bright, '#ffffff', 0.25),
      'pine-soft': softGround(bright, dark.surface, 0.2),
      'on-pine': dark.paper,
      night: night('dark'),
      ring: bright,
    },
  };
}

/** The contrast of two colours (WCAG 2): 1 for the same colour, 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function leastContrast(colour: string, grounds: Readonly<Record<string, string>>): number {
  return Math.min(...Object.values(grounds).map((ground) => contrastOf(colour, ground)));
}

/** The first tone on the way to black or white that passes. Black and white themselves must pass. */
function firstTone(colour: string, towards: 'black' | 'white', passes: (tone: string) => boolean): string {
  const end = towards === 'black' ? '#000000' : '#ffffff';
  for (let percent = 0; percent < 100; percent++) {
    const tone = mixed(colour, end, percent / 100);
    if (passes(tone)) return tone;
  }
  return end;
}

/** The ground with up to this share of the colour in it, as much as text in that colour allows. */
function softGround(colour: string, ground: string, share: number): string {
  for (let percent = share * 100; percent > 0; percent--) {
    const soft = mixed(ground, colour, percent / 100);
    if (contrastOf(colour, soft) >= TEXT_CONTRAST) return soft;
  }
  return ground;
}

/** @param share how much of the other colour, from 0 to 1 */
function mixed(colour: string, other: string, share: number): string {
  const others = channels(other);
  const values = channels(colour).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share));
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue, from 0 to 255. */
function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
}
