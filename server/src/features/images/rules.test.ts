import { describe, expect, it } from 'vitest';
import { hidesSomething, quotaDay, sweepBefore } from './rules.ts';

const JPEG = '\xff\xd8\xff\xe0 picture \xff\xd9';
const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('a file that begins as a picture', () => {
  it.each([
    ['a page', `${JPEG}<HTML lang=en>`],
    ['a script', `${JPEG}<script>alert(1)</script>`],
    ['a script from elsewhere', `${JPEG}<script src=//x>`],
    ['a drawing', `${JPEG}<svg onload=alert(1)>`],
    ['a program of a server', `${JPEG}<?php system('id'); ?>`],
    ['a document type', `${JPEG}<!DOCTYPE html>`],
    ['a PDF', `${JPEG}%PDF-1.4`],
    ['an archive', `${JPEG}PK\x05\x06${'\0'.repeat(18)}`],
    ['an archive with a comment', `${JPEG}PK\x05\x06${'\0'.repeat(18)}${'x'.repeat(60_000)}`],
  ])('and is %s as well hides something', (_what, file) => {
    expect(hidesSomething(bytes(file))).toBe(true);
  });

  it.each([
    ['nothing behind it', JPEG],
    ['a film behind it, as telephones add', `${JPEG}\0\0\0\x18ftypmp42`],
    ['metadata in XML', `${JPEG}<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>`],
    ['bytes that happen to look like the start of a tag', `${JPEG}<s<h<scriptor <htmlike`],
  ])('with %s hides nothing', (_what, file) => {
    expect(hidesSomething(bytes(file))).toBe(false);
  });
});

it('a quota is of a day in UTC, and an image is kept for a day', () => {
  expect(quotaDay(new Date('2024-01-05T23:59:59.999Z'))).toBe('2024-01-05');
  expect(sweepBefore(new Date('2024-01-06T10:00:00Z'))).toEqual(new Date('2024-01-05T10:00:00Z'));
});
