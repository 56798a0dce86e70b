import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linkParts } from './link-parts.ts';

const linksOf = (text: string) => linkParts(text).flatMap(({ href }) => (href === undefined ? [] : [href]));

it('finds web addresses without surrounding punctuation', () => {
  expect(linksOf('See https://who.int/flu. And (www.example.org)!')).toEqual([
    'https://who.int/flu',
    'https://www.example.org/',
  ]);
  expect(linksOf('https://en.example.org/Heart_(organ)')).toEqual(['https://en.example.org/Heart_(organ)']);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.org',
  'https://localhost',
  'https://',
  'a@b.example',
])('links nothing else: %s', (text) => {
  expect(linksOf(text)).toEqual([]);
});

it('keeps every text unchanged, and every link is http or https', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constant(' www.a.example,'))), (pieces) => {
      const text = pieces.join('');
      expect(
        linkParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
      for (const href of linksOf(text)) expect(href).toMatch(/^https?:\/\//);
    }),
  );
});
