import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * `npm run common-passwords` writes the most common passwords of `@zxcvbn-ts/language-common` into the server. The package
 * has 49,000 of them, from breaches and sorted by how often they occur; in memory they would take 3 MB. Compressed, so that
 * nobody comes across them in a search of the code.
 */
const RESULT = join(import.meta.dirname, '../server/src/features/identity/common-passwords.ts');
const MANY = 5000;

const base64 = gzipSync(listCommonPasswords().join('\n'), { level: 9 }).toString('base64');
writeFileSync(
  RESULT,
  `/*!
 * The ${MANY} most common passwords of @zxcvbn-ts/language-common, by \`npm run common-passwords\`. MIT, copyright (c)
 * 2012-2016 Dan Wheeler and Dropbox, Inc., and 2021 @zxcvbn-ts.
 */
export const COMMON_PASSWORDS =
  '${base64}';
`,
);

/** Without those of digits only or under four characters: what is left of a password has letters. */
function listCommonPasswords(): readonly string[] {
  return dictionary['passwords-common'].filter((one) => one.length >= 4 && /^\S*[^\d\s]\S*$/.test(one)).slice(0, MANY);
}
