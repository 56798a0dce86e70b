import { expect, it } from 'vitest';
import { linkSecret } from './link-secret.ts';

const secretOf = (link: string) => linkSecret('token', new URL(link, 'https://clinic.example'));

it('is in the fragment of a link', () => {
  expect(secretOf('/visit#token=a.b_c-d')).toBe('a.b_c-d');
  expect(secretOf('/visit#token=a%2Bb')).toBe('a+b');
});

it('is empty if the link has none', () => {
  for (const link of ['/visit', '/visit#', '/visit#main', '/visit?token=a', '/visit#code=a']) {
    expect(secretOf(link)).toBe('');
  }
});
