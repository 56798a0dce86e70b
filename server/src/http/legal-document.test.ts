import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legalHtml } from './legal-document.ts';

test.each([
  ['paragraphs', 'One\ntwo\n\n\nThree', '<p dir="auto">One<br>two</p><p dir="auto">Three</p>'],
  ['headings', '# A\n## B\n### C', '<h2 dir="auto">A</h2><h2 dir="auto">B</h2><h3 dir="auto">C</h3>'],
  [
    'lists',
    'We store:\n- names\n- times',
    '<p dir="auto">We store:</p><ul><li dir="auto">names</li><li dir="auto">times</li></ul>',
  ],
  [
    'links',
    'See https://a.example/x.',
    '<p dir="auto">See <a href="https://a.example/x" rel="noopener">https://a.example/x</a>.</p>',
  ],
  ['no HTML', '<b onclick="x">A</b> & B', '<p dir="auto">&#60;b onclick=&#34;x&#34;&#62;A&#60;/b&#62; &#38; B</p>'],
  ['no placeholders', '__NONCE__', '<p dir="auto">&#95;_NONCE&#95;_</p>'],
  ['no links to scripts', '[x](javascript:alert(1))', '<p dir="auto">[x](javascript:alert(1))</p>'],
  ['a number sign or a hyphen without a space as text', '#1\n-x', '<p dir="auto">#1<br>-x</p>'],
  ['nothing for an empty text', '', ''],
])('it has %s', (_, text, html) => expect(legalHtml(text)).toBe(html));

test('whatever is written, there are only our own tags', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('\n', '# ', '- ', '<script>', '"', "'", '&lt;', '__'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const left = legalHtml(pieces.join('')).replaceAll(
        /<\/?(?:p|ul|li|h2|h3|a)>|<br>|<(?:p|li|h2|h3) dir="auto">|<a href="https?:[^"<>]*" rel="noopener">/g,
        '',
      );
      expect(left).not.toMatch(/[<>"]|__/);
    }),
  );
});
