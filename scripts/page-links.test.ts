import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageAt, pageList } from '../web/src/pages.ts';

const root = join(import.meta.dirname, '..');

/** In an email, `${publicUrl}/dashboard/payment/${booking.id}`; elsewhere also '/dashboard/security' and `/doctors/${slug}`. */
const firstParts = new Set(pageList.map(({ path }) => path.split('/')[1]).filter(Boolean));
const link = new RegExp(
  `publicUrl\\}(?<afterOrigin>/[^\`'"\\s]*)|['"\`](?<quoted>/(?:${[...firstParts].join('|')})(?![\\w-])[^\`'"\\s]*)`,
  'g',
);

/** Not pages: calls, files, and patterns of paths. */
const isElsewhere = (path: string): boolean => path.startsWith('/api/') || /\.\w+$|\/:/.test(path);

function linksOf(text: string): string[] {
  return [...text.matchAll(link)]
    .map(({ groups }) => (groups?.['afterOrigin'] ?? groups?.['quoted'] ?? '').replaceAll(/\$\{[^}]*\}/g, 'x'))
    .map((address) => address.replace(/[?#].*/, ''))
    .filter((path) => !isElsewhere(path));
}

it('finds the links in a text of the server', () => {
  const text =
    "`${publicUrl}/setup#code=${code}`; `${a.publicUrl}/api/x`; '/dashboard/hours'; `/doctors/${slug}`; '/assets'";
  expect(linksOf(text)).toEqual(['/setup', '/dashboard/hours', '/doctors/x']);
});

it('every page that the server links to exists', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const links = files.flatMap((file) =>
    linksOf(readFileSync(join(root, file), 'utf8')).map((path) => ({ file, path })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ path }) => pageAt(path) === undefined)).toEqual([]);
});
