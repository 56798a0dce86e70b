import { expect, it } from 'vitest';
import { isHostedPage } from './hosted-page.ts';

const real = ['https://sslcommerz.com', 'https://*.sslcommerz.com'];
const sandbox = ['http://127.0.0.1:3100'];

it("sends the browser to the provider's own hosts", () => {
  expect(isHostedPage('https://epay-gw.sslcommerz.com/abc?x=1', real)).toBe(true);
  expect(isHostedPage('https://sslcommerz.com/', real)).toBe(true);
  expect(isHostedPage('http://127.0.0.1:3100/gwprocess/v4/gw.php?SESSIONKEY=1', sandbox)).toBe(true);
});

it('refuses all other addresses', () => {
  for (const url of [
    '',
    'not an address',
    '/dashboard',
    'javascript:alert(1)',
    'http://epay-gw.sslcommerz.com/',
    'https://sslcommerz.com.example.org/',
    'https://evil-sslcommerz.com/',
    'https://sslcommerz.com@example.org/',
    'https://someone@sslcommerz.com/',
    'https://sslcommerz.com:8443/',
    'http://127.0.0.1:3101/',
  ]) {
    expect(isHostedPage(url, [...real, ...sandbox]), url).toBe(false);
  }
  expect(isHostedPage('https://sslcommerz.com/', [])).toBe(false);
});
