import { expect, test } from 'vitest';
import { isFresh, personFromIdentity, profileFault } from './rules.ts';

const faultOf = (name: string) => profileFault({ name });

test.each([
  'Your account is locked! http://evil.example/unlock',
  'See www.evil',
  'evil.example',
  'EVIL.EXAMPLE now',
  'evil。example',
  'evil．example',
  'evil․example',
  'ｈｔｔｐ：／／x',
  't.co/abc',
  'mailto://x',
  '192.0.2.7',
  'пример.рф',
])('a name must not contain a web address: %s', (name) => {
  expect(faultOf(name)).toBe('Name must not contain a web address: put a space after each full stop');
});

test.each([
  'Dr. Dora Doctor',
  'J.Smith',
  'J.R.R. Tolkien',
  'Mary-Jane O’Neill, M.D.',
  'Anna St. John',
  'Jo/Ann',
  'Zoë 王',
  'Henry 8.',
  'Ph.D. Pat',
])('a name may contain full stops, hyphens or digits: %s', (name) => {
  expect(faultOf(name)).toBeUndefined();
});

test.each([
  ['\u3164', 'Name is Required'],
  ['Eve\u2028Admin', 'Name must not contain control characters'],
])('a name must be visible, on one line: %j', (name, fault) => {
  expect(faultOf(name)).toBe(fault);
});

test("a provider's unusable name is replaced by a usable one from the address", () => {
  const identity = {
    email: 'jane.roe@example.org',
    emailVerified: true,
    name: 'http://evil.example',
    picture: undefined,
  };
  const { name } = personFromIdentity(identity, []);
  expect(name).toBe('jane roe');
  expect(faultOf(name)).toBeUndefined();
});

test('an address with a letter that only looks like another one in lower case is refused', () => {
  const identity = { email: 'mi\u212ae@example.org', emailVerified: true, name: 'Mike', picture: undefined };
  expect(personFromIdentity(identity, [])).toMatchObject({ email: undefined, emailVerified: false });
});

test.each([
  ['https://pictures.example/a.png', true],
  ['https://pictures.example:444/a.png', false],
  ['https://eve@pictures.example/a.png', false],
  ['https://:secret@pictures.example/a.png', false],
  ['https://evil.example/a.png', false],
  ['not an address', false],
  [`https://pictures.example/${'a'.repeat(475)}`, true],
  [`https://pictures.example/${'a'.repeat(476)}`, false],
  [undefined, false],
])("a provider's picture %j is used: %s", (picture, isUsed) => {
  const identity = { email: 'jane@example.org', emailVerified: true, name: 'Jane', picture };
  const { image } = personFromIdentity(identity, ['https://pictures.example']);
  expect(image).toBe(isUsed ? picture : undefined);
});

test.each([
  [300, undefined, true],
  [301, undefined, false],
  [-10, undefined, true],
  [-11, undefined, false],
  [10, 300, true],
  [10, 301, false],
])('a token that was issued %i s ago, with a sign-in %j s ago, is fresh: %s', (issued, signedIn, expected) => {
  const now = new Date('2026-11-23T10:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const token = { issuedAt: ago(issued), authenticatedAt: signedIn === undefined ? undefined : ago(signedIn) };
  expect(isFresh(token, { now, maxAgeSeconds: 300 })).toBe(expected);
});
