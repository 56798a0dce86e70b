import { describe, expect, it } from 'vitest';
import { fill, jsonInScript } from './fill.ts';

describe('a value', () => {
  it('is escaped, and is no placeholder for what is filled later', () => {
    const filled = fill('<p>__CLINIC:name__</p>', { name: '<b>__PHONE__ & "more"</b>' });
    expect(filled).not.toContain('<b>');
    expect(fill(filled, { PHONE: '1' })).toBe(filled);
  });

  it('is inserted as it is if it is markup', () => {
    expect(fill('<head>__HEAD__</head>', { HEAD: { markup: '<title>A & B</title>' } })).toBe(
      '<head><title>A & B</title></head>',
    );
  });

  it('that is not given stays a placeholder, for what is filled later', () => {
    expect(fill('__CLINIC:name__, __CLINIC:phone__', { name: 'Harbour' })).toBe('Harbour, __CLINIC:phone__');
  });
});

describe('a part', () => {
  const open = '__IF:open__Open__END_IF:open__';

  it.each([
    [true, 'Open'],
    [false, ''],
    ['', ''],
    ['9 to 5', 'Open'],
    [[], ''],
    [[{}], 'Open'],
    [{ markup: '' }, ''],
  ])('whose condition is %j is kept or removed', (fact, expected) => {
    expect(fill(open, { open: fact })).toBe(expected);
  });

  it('is decided within a part that is decided later', () => {
    const html = `__IF:later__A ${open} B__END_IF:later__`;
    expect(fill(fill(html, { open: false }), { later: true })).toBe('A  B');
    expect(fill(fill(html, { later: true }), { open: true })).toBe('A Open B');
  });

  it('is repeated for each item of a list, with its own facts and lists', () => {
    const html = '__EACH:days____ITEM:name__: __EACH:hours____ITEM:from__ __END_EACH:hours__;__END_EACH:days__';
    const days = [
      { name: 'Mo', hours: [{ from: '9' }, { from: '14' }] },
      { name: 'Tu', hours: [] },
    ];
    expect(fill(html, { days })).toBe('Mo: 9 14 ;Tu: ;');
  });
});

it('JSON closes no script and has no placeholder', () => {
  const { markup } = jsonInScript({ name: '</script>__PHONE__' });
  expect(markup).not.toMatch(/<|__/);
  expect(JSON.parse(markup)).toEqual({ name: '</script>__PHONE__' });
});
