import { listPackages } from './installed-packages.ts';
import { refusedLicences } from './refused-licences.ts';

/** `npm run licences`: names the licences of all packages, and fails for one that is not on the list of accepted ones. */
const packages = listPackages();
const counts = new Map<string, number>();
for (const { license } of packages) counts.set(license, (counts.get(license) ?? 0) + 1);
for (const [license, count] of [...counts].toSorted(([, a], [, b]) => b - a)) console.log(`${count}\t${license}`);

const refused = refusedLicences(packages);
for (const { name, version, license } of refused) {
  console.error(`${name} ${version}: its licence '${license}' is not on the list in scripts/refused-licences.ts.`);
}
if (refused.length > 0) process.exitCode = 1;
