const values: Readonly<Record<string, string>> = {
  phone: '+1 202 555 0199',
  phoneHref: 'tel:+12025550199',
  openingHours: '9.00 am to 5.00pm everyday',
  houses: '12 Harbour Street and 40 Mill Lane',
};
const holding = new Set([
  'demo',
  'open',
  'phone',
  'openingHours',
  'visit',
  'treatments',
  'noFreeTimes',
  'noLogo',
  'noLegal',
  'noPrivacy',
  'noTerms',
  'noImprint',
]);
const browserFacts = {
  phone: values['phone'],
  address: '12 Harbour Street or 40 Mill Lane',
  holds: [...holding],
};

/** The demo clinic's facts in a document of the dev server, which asks no database. */
export function fillInDemo(html: string): string {
  const part = /__IF:([a-zA-Z]+)__((?:(?!__IF:)[^])*?)__END_IF:\1__/g;
  let filled = html;
  for (let before = ''; before !== filled; ) {
    before = filled;
    filled = before.replaceAll(part, (_, name: string, inner: string) => (holding.has(name) ? inner : ''));
  }
  return filled
    .replaceAll(/__EACH:[a-zA-Z]+__[^]*?__END_EACH:[a-zA-Z]+__/g, '')
    .replaceAll(/__CLINIC:([a-zA-Z]+)__/g, (_, name: string) => values[name] ?? '')
    .replaceAll(/__ACCENT__|__LEGAL:[a-z]+__/g, '')
    .replaceAll('__CLINIC_FACTS__', JSON.stringify(browserFacts).replaceAll('"', '&quot;'))
    .replaceAll('__CLINIC_JSON_LD__', '{}');
}
