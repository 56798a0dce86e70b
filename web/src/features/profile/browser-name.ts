/** Browser and system in words, guessed from the user agent. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown browser';
  const browser = named(userAgent, [
    [/Edg(e|A|iOS)?\//, 'Edge'],
    [/OPR\/|Opera/, 'Opera'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrom(e|ium)\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = named(userAgent, [
    [/iPhone|iPod/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/CrOS/, 'ChromeOS'],
    [/Mac OS X|Macintosh/, 'Mac'],
    [/Linux/, 'Linux'],
  ]);
  if (!browser) return userAgent.slice(0, 60);
  return system ? `${browser} on ${system}` : browser;
}

function named(text: string, known: readonly (readonly [RegExp, string])[]): string | undefined {
  return known.find(([pattern]) => pattern.test(text))?.[1];
}
